import { storedLoudness } from "../../audio/loudness/storedLoudness";
import type { FinishedTake } from "../../audio/store/finishedTake";
import type { OutboxEntry, VerseExtras } from "../outbox/entry";
import type { Id } from "../../../convex/_generated/dataModel";
import { placedSection } from "./placedSection";
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
  const { terms, answers } = take.credit ?? {};
  const section = placedSection(take);
  return {
    ...(loudness && { loudness }),
    ...(terms && { terms }),
    ...(section && { section }),
    // The recorder got the id from the server.
    ...(answers && { answersId: answers.verseId as Id<"verses"> }),
    ...wordsToSend(take),
  };
}
