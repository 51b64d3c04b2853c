import { useAction, useMutation } from "convex/react";
import { useEffect, useEffectEvent } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { unlessClaimed } from "../../audio/store/takeClaims";
import { appTakeStore } from "../../audio/studio/storing/appTakeStore";
import { usePieceServer } from "../../hooks/usePieceServer";
import { appOutbox, appTabs } from "./appOutbox";
import type { OutboxEntry } from "./entry";
import { setTakesAside } from "./setTakesAside";
import { keepSending } from "./outboxSender";

/** Sends the user's entries while the component is mounted. */
export function useOutboxSender(
  userId: string,
  onSent: (entry: OutboxEntry, verseId: string) => void,
): void {
  const server = usePieceServer();
  const create = useAction(api.verses.create);
  const noteSending = useMutation(api.cyphers.sending);
  // A change of the language must not interrupt what is being sent.
  const handleSent = useEffectEvent(onSent);
  useEffect(() => {
    const controller = new AbortController();
    const stored = { takes: appTakeStore, outbox: appOutbox, unlessClaimed };
    const parts = {
      ...{ outbox: appOutbox, tabs: appTabs, server, noteSending },
      onSent: (entry: OutboxEntry, verseId: string) =>
        handleSent(entry, verseId),
      publish: (entry: OutboxEntry, storageId: Id<"_storage">) =>
        create({
          storageId,
          beatId: entry.beatId as Id<"beats">, // the recorder got this id from the server
          peaks: entry.peaks,
          durationMs: entry.durationMs,
          ...entry.extras,
        }),
      setTakesAside: (entry: OutboxEntry) => setTakesAside(stored, entry),
    };
    void keepSending(parts, userId, controller.signal);
    return () => controller.abort();
  }, [userId, server, create, noteSending]);
}
