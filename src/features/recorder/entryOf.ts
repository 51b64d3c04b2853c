import { storedLoudness } from "../../audio/loudness/storedLoudness";
import type { FinishedTake } from "../../audio/store/finishedTake";
import type { OutboxEntry, VerseExtras } from "../outbox/entry";
import type { Turn } from "../../../convex/shared/cyphers";
import type { Id } from "../../../convex/_generated/dataModel";
import { placedSection } from "./placedSection";
import { wordsToSend } from "../words/takeWords";

/**
 * The rapper, the beat, the other takes that a published take sets aside, and whether the device
 * keeps the take.
 */
export type Whose = Pick<
  OutboxEntry,
  "userId" | "beatId" | "beatTitle" | "otherTakeIds" | "isKept"
> & {
  /** The turn of a cypher that the take is sent for. */
  readonly turn?: Turn | undefined;
};

/** Makes the outbox entry for a take that is ready to be sent. */
export function entryOf(
  take: FinishedTake,
  { turn, ...whose }: Whose,
): OutboxEntry {
  const { id, file, peaks, durationMs } = take;
  return {
    ...{ ...whose, id, peaks, durationMs, extras: extrasOf(take, turn) },
    ...{ mimeType: file.type, createdAt: Date.now(), percent: 0 },
    ...{ isPaused: false, problem: null, uploadId: null },
  };
}

export function extrasOf(
  take: FinishedTake,
  turn: Turn | undefined,
): VerseExtras {
  const loudness = storedLoudness(take.loudness);
  const { terms, answers } = take.credit ?? {};
  const section = placedSection(take);
  return {
    ...(loudness && { loudness }),
    ...(terms && { terms }),
    ...(section && { section }),
    // The recorder got the id from the server.
    ...(answers && { answersId: answers.verseId as Id<"verses"> }),
    ...(turn && { turn }),
    ...wordsToSend(take),
  };
}
