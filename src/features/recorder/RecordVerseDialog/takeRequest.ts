import { MAX_VERSE_MS } from "../../../../convex/shared/limits";
import type { BeatSummary } from "../../../../convex/shared/validators";
import type { TakeWords } from "../../../../convex/shared/wordPlan";
import type { RecordRequest } from "../../../audio/studio/recorderParts";

interface Performance {
  readonly userId: string;
  /** Username of the performer. */
  readonly rapper: string;
  readonly beatUrl: string;
  readonly words: TakeWords | undefined;
}

/** Returns what the recorder needs to know about a take over this beat. */
export function takeRequest(
  beat: BeatSummary,
  { userId, rapper, beatUrl, words }: Performance,
): RecordRequest {
  return {
    userId,
    beatId: beat.id,
    beatUrl,
    maxTakeMs: MAX_VERSE_MS,
    firstBarMs: beat.grid?.firstBarMs,
    credit: {
      beatTitle: beat.title,
      producer: beat.producer.username,
      rapper,
      genre: beat.genre,
      bpm: beat.bpm,
      terms: beat.terms,
      words,
    },
  };
}
