import type { FinishedTake } from "../../audio/store/finishedTake";
import { useAction } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import type { Turn } from "../../../convex/shared/cyphers";
import type { BeatSummary } from "../../../convex/shared/validators";
import type { SendOptions } from "../../audio/studio/recorderParts";
import { usePieceServer } from "../../hooks/usePieceServer";
import { logFailure } from "../../lib/logFailure";
import { publishOnce } from "../../lib/pieces/publishOnce";
import { sendInPieces } from "../../lib/pieces/sendInPieces";
import { appOutbox } from "../outbox/appOutbox";
import { loadTray } from "../outbox/loadTray";
import { wantOutbox } from "../outbox/wanted";
import { entryOf, extrasOf, type Whose } from "./entryOf";

type SendNow = (
  take: FinishedTake,
  turn: Turn | undefined,
  options: SendOptions,
) => Promise<void>;

/** "published" if the verse is on the server, "onItsWay" if the outbox sends it later. */
export type Sent = "published" | "onItsWay";

type Send = (
  take: FinishedTake,
  options: SendOptions,
  onDevice: Pick<Whose, "otherTakeIds" | "isKept" | "turn">,
) => Promise<Sent>;

/**
 * Returns a function that hands a take to the outbox, which needs no recorder. Once the verse is on
 * the server, the outbox also sets the other takes aside, unless a recorder has them open. A take
 * that this browser cannot store is sent from memory.
 */
export function useSendVerse(
  { id: beatId, title: beatTitle }: Pick<BeatSummary, "id" | "title">,
  userId: string,
): Send {
  const sendNow = useSendNow(beatId);

  useEffect(() => {
    loadTray().catch(() => undefined); // the outbox tries again
  }, []);

  return async (take, options, onDevice) => {
    const whose = { userId, beatId, beatTitle, ...onDevice };
    try {
      await appOutbox.add(entryOf(take, whose), take.file);
    } catch (error) {
      logFailure("the outbox could not store a take", error);
      await sendNow(take, onDevice.turn, options);
      return "published";
    }
    wantOutbox();
    return "onItsWay";
  };
}

/** Returns a function that uploads a take: first the file, then the verse that refers to it. */
function useSendNow(beatId: BeatSummary["id"]): SendNow {
  const server = usePieceServer();
  const create = useAction(api.verses.create);

  return async (take, turn, options) => {
    const { file, peaks, durationMs } = take;
    try {
      const { uploadId, storageId } = await sendInPieces(server, file, {
        ...options,
        kind: "verses",
      });
      const extras = extrasOf(take, turn);
      const verse = { beatId, storageId, peaks, durationMs, ...extras };
      await publishOnce(server, uploadId, () => create(verse));
    } catch (error) {
      if (!options.signal.aborted)
        logFailure("uploading a verse failed", error);
      throw error;
    }
  };
}
