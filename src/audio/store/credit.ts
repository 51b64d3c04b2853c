import type { MetadataTags } from "mediabunny";
import type { Section } from "../../../convex/shared/sections";
import type { TakeWords } from "../../../convex/shared/wordPlan";
import { type Terms, TERMS_SENTENCES } from "../../../convex/shared/terms";

/** The people behind a verse. Stored with the take and written into the tags of its file. */
export interface Credit {
  readonly beatTitle: string;
  readonly producer: string;
  readonly rapper: string;
  readonly genre: string;
  readonly bpm: number;
  /** Terms of the beat. Absent from takes that were stored before beats had terms. */
  readonly terms?: Terms;
  /** Words that the rapper had on screen. Private until published, so not written into the file. */
  readonly words?: TakeWords;
  /** The bars that the take was recorded over. Absent from takes of earlier versions of the app. */
  readonly bars?: RecordedBars;
  /** The verse that the take answers. */
  readonly answers?: AnsweredVerse;
}

/** The bars that a take was recorded over. */
export interface RecordedBars {
  /** Null for a free take, which starts with the beat. */
  readonly section: Section | null;
  /** Where bar 1 of the beat starts; at the beginning of its file unless given. */
  readonly firstBarMs?: number | undefined;
}

export interface AnsweredVerse {
  readonly verseId: string;
  /** Username of the rapper of the answered verse. */
  readonly rapper: string;
}

/** The people behind a beat. */
export type BeatCredit = Omit<Credit, "rapper" | "words" | "bars" | "answers">;

/** The file tags that players and file managers show; none for a take without a credit. */
export function creditTags(credit: Credit | null): MetadataTags {
  if (credit === null) return {};
  const { beatTitle, producer, rapper, terms } = credit;
  return {
    ...beatTags(credit),
    title: `${beatTitle} (prod. ${producer})`,
    artist: rapper,
    comment: withTerms(
      `Verse by ${rapper} over "${beatTitle}", a beat by ${producer}. Recorded on Gully Cypher.`,
      terms,
    ),
  };
}

/** Returns the tags for the file of a beat. */
export function beatTags(credit: BeatCredit): MetadataTags {
  const { beatTitle, producer, genre, bpm, terms } = credit;
  return {
    title: beatTitle,
    artist: producer,
    genre,
    beatsPerMinute: bpm,
    comment: withTerms(
      `"${beatTitle}", a beat by ${producer} on Gully Cypher.`,
      terms,
    ),
  };
}

/** Adds the terms in English, because a file may reach anyone. */
function withTerms(makers: string, terms: Terms | undefined): string {
  return terms === undefined
    ? makers
    : `${makers} Terms: ${TERMS_SENTENCES.en[terms]}`;
}
