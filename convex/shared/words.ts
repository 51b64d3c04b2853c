import { v, type Infer } from "convex/values";
import type { ErrorCode } from "./messages";
import { PILE_OF_MARKS } from "./plainText";
import { wordTimingValidator } from "./wordPlan";

/** In characters as people count them: see `countCharacters`. */
export const MAX_WORDS = 4000;
/**
 * In UTF-16 units. Even scripts that need several units for most characters
 * reach `MAX_WORDS` first.
 */
export const MAX_WORDS_LENGTH = 16_000;
/** Lines that are not blank. A verse of five minutes has fewer. */
const MAX_WORD_LINES = 500;
/** One person can keep drafts for at most this many beats. */
export const MAX_WORD_DRAFTS = 100;

/** The version that was replaced; null if there was none. */
export const earlierWordsValidator = v.union(
  v.object({ text: v.string(), savedAt: v.number() }),
  v.null(),
);

/**
 * Words as a device or the server keeps them. `savedAt` is in ms, and changes
 * with the text.
 */
export const keptWordsValidator = v.object({
  text: v.string(),
  savedAt: v.number(),
  older: earlierWordsValidator,
});
export type KeptWords = Infer<typeof keptWordsValidator>;

/** The words of a verse, for everyone. Times are in ms. */
export const publishedWordsValidator = v.object({
  text: v.string(),
  lines: v.array(wordTimingValidator),
  editedAt: v.union(v.number(), v.null()),
});
export type PublishedWords = Infer<typeof publishedWordsValidator>;

/** Returns why a text cannot be kept, or null. Expects the result of `cleanText`. */
export function checkWords(text: string): ErrorCode | null {
  if (text.length > MAX_WORDS_LENGTH) return "WORDS_TOO_LONG";
  if (PILE_OF_MARKS.test(text)) return "WORDS_PILED_UP";
  if (countCharacters(text) > MAX_WORDS) return "WORDS_TOO_LONG";
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > MAX_WORD_LINES ? "WORDS_TOO_MANY_LINES" : null;
}

const segmenter =
  typeof Intl === "object" && "Segmenter" in Intl
    ? // oxlint-disable-next-line no-restricted-properties -- it is there
      new Intl.Segmenter("und", { granularity: "grapheme" })
    : null;

/**
 * Counts characters as the reader sees them: a letter with its vowel sign is
 * one, and so is an emoji. On engines without a segmenter, some characters
 * count as more than one.
 */
export function countCharacters(text: string): number {
  if (segmenter === null) {
    return text.replace(/\p{M}|\u200D/gu, "").match(/./gsu)?.length ?? 0;
  }
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** A version of the words that someone wants to keep. */
export interface NextWords {
  readonly text: string;
  /** `savedAt` of the version that was edited; null if there was none. */
  readonly base: number | null;
  /** When it was last edited, in ms. */
  readonly changedAt: number;
}

/**
 * Returns what to keep after an edit. If the edit started from the kept
 * version, it replaces that version. Otherwise two versions were edited
 * independently: the newer one wins, and the other one becomes the older
 * version. The last text before everything was erased is kept as well.
 */
export function keepWords(
  kept: KeptWords | null,
  { text, base, changedAt }: NextWords,
): KeptWords {
  if (kept === null) return { text, savedAt: changedAt, older: null };
  if (text === kept.text) return kept;
  const isEdit = base === kept.savedAt;
  if (!isEdit && changedAt < kept.savedAt) {
    return { ...kept, older: earlier(text, changedAt) ?? kept.older };
  }
  const replaced =
    isEdit && text.trim() !== "" ? null : earlier(kept.text, kept.savedAt);
  return {
    text,
    savedAt: Math.max(changedAt, kept.savedAt + 1),
    older: replaced ?? kept.older,
  };
}

const earlier = (text: string, savedAt: number) =>
  text.trim() === "" ? null : { text, savedAt };
