import { MAX_VERSE_MS } from "../../../../convex/shared/limits";
import type { Section } from "../../../../convex/shared/sections";
import type {
  BeatSummary,
  VerseSummary,
} from "../../../../convex/shared/validators";
import type { TakeWords } from "../../../../convex/shared/wordPlan";
import type { RecordRequest } from "../../../audio/studio/recorderParts";

import { leadOf } from "../Answering/leadOf";

interface Performance {
  readonly userId: string;
  /** Username of the performer. */
  readonly rapper: string;
  readonly beatUrl: string;
  readonly words: TakeWords | undefined;
  readonly section: Section | null;
  /** The verse that the take answers. */
  readonly answered: VerseSummary | null;
  /**
   * Whether the take is for a turn of a cypher, in which the bars and the answered verse are fixed.
   */
  readonly isTurn: boolean;
}

/** Returns what the recorder needs to know about a take over this beat. */
export function takeRequest(
  beat: BeatSummary,
  { userId, rapper, beatUrl, words, section, answered, isTurn }: Performance,
): RecordRequest {
  const firstBarMs = beat.grid?.firstBarMs;
  return {
    userId,
    beatId: beat.id,
    beatUrl,
    maxTakeMs: MAX_VERSE_MS,
    firstBarMs,
    lead: answered && leadOf(answered, beat),
    isLeadFixed: isTurn,
    credit: {
      beatTitle: beat.title,
      producer: beat.producer.username,
      rapper,
      genre: beat.genre,
      bpm: beat.bpm,
      terms: beat.terms,
      words,
      bars: { section, firstBarMs },
      ...(answered && {
        answers: { verseId: answered.id, rapper: answered.rapper.username },
      }),
    },
  };
}
