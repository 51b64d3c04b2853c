import { storedLoudness } from "../../audio/loudness/storedLoudness";
import type { FinishedTake } from "../../audio/store/finishedTake";
import type { OutboxEntry, VerseExtras } from "../outbox/entry";
import { wordsToSend } from "../words/takeWords";

/** Whose verse a take becomes, over which beat, which takes go with it, and whether it stays. */
export type Whose = Pick<
  OutboxEntry,
  "userId" | "beatId" | "beatTitle" | "otherTakeIds" | "isKept"
>;

/** The entry of the outbox for a take that is ready to be sent. */
export function entryOf(take: FinishedTake, whose: Whose): OutboxEntry {
  const { id, file, peaks, durationMs } = take;
  return {
    ...{ ...whose, id, peaks, durationMs, extras: extrasOf(take) },
    ...{ mimeType: file.type, createdAt: Date.now(), percent: 0 },
    ...{ isPaused: false, problem: null, uploadId: null },
  };
}

export function extrasOf(take: FinishedTake): VerseExtras {
  const loudness = storedLoudness(take.loudness);
  const terms = take.credit?.terms;
  return {
    ...(loudness && { loudness }),
    ...(terms && { terms }),
    ...wordsToSend(take),
  };
}
