import type { FinishedTake } from "../../audio/store/finishedTake";
import { useAction } from "convex/react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { api } from "../../../convex/_generated/api";
import type { BeatSummary } from "../../../convex/shared/validators";
import type { SendOptions } from "../../audio/studio/recorderParts";
import { usePieceServer } from "../../hooks/usePieceServer";
import { logFailure } from "../../lib/logFailure";
import type { UploadId } from "../../lib/pieces/pieceServer";
import { publishOnce } from "../../lib/pieces/publishOnce";
import { sendInPieces } from "../../lib/pieces/sendInPieces";
import { appOutbox } from "../outbox/appOutbox";
import { followEntry } from "../outbox/followEntry";
import { loadTray } from "../outbox/loadTray";
import { wantOutbox } from "../outbox/wanted";
import { entryOf, extrasOf } from "./entryOf";

type SendNow = (take: FinishedTake, options: SendOptions) => Promise<void>;

type Send = (
  take: FinishedTake,
  options: SendOptions,
  otherTakeIds: readonly string[],
) => Promise<void>;

/**
 * Returns a function that hands a take to the outbox and follows it there until the verse is on
 * the server. The outbox then sets the other takes aside too, unless a recorder has them open.
 * Cancelling takes it out again; when the component unmounts, the outbox continues alone. A take
 * that this browser cannot store is sent from memory.
 */
export function useSendVerse(
  { id: beatId, title: beatTitle }: Pick<BeatSummary, "id" | "title">,
  userId: string,
): Send {
  const server = usePieceServer();
  const sendNow = useSendNow(beatId);
  const isOpen = useRef(false);
  // The recorder closes in an effect, after this.
  useLayoutEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  useEffect(() => {
    loadTray().catch(() => undefined); // the outbox tries again
  }, []);

  return async (take, options, otherTakeIds) => {
    const whose = { userId, beatId, beatTitle, otherTakeIds };
    const entry = entryOf(take, whose);
    try {
      await appOutbox.add(entry, take.file);
    } catch (error) {
      logFailure("the outbox could not store a take", error);
      return sendNow(take, options);
    }
    wantOutbox();
    try {
      await followEntry(appOutbox, entry.id, options);
    } catch (error) {
      if (options.signal.aborted && isOpen.current) {
        const { uploadId } = appOutbox.find(entry.id) ?? entry;
        await appOutbox.remove(entry.id, "cancelled");
        // The server removes what it has by itself if this fails.
        if (uploadId !== null)
          server.cancel(uploadId as UploadId).catch(() => undefined);
      }
      throw error;
    }
  };
}

/** Returns a function that uploads a take: first the file, then the verse that refers to it. */
function useSendNow(beatId: BeatSummary["id"]): SendNow {
  const server = usePieceServer();
  const create = useAction(api.verses.create);

  return async (take, options) => {
    const { file, peaks, durationMs } = take;
    try {
      const { uploadId, storageId } = await sendInPieces(server, file, {
        ...options,
        kind: "verses",
      });
      const extras = extrasOf(take);
      const verse = { beatId, storageId, peaks, durationMs, ...extras };
      await publishOnce(server, uploadId, () => create(verse));
    } catch (error) {
      if (!options.signal.aborted)
        logFailure("uploading a verse failed", error);
      throw error;
    }
  };
}
