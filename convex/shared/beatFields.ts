import { isGenre } from "./genres";
import {
  MAX_BPM,
  MAX_TAGS,
  MAX_TAG_LENGTH,
  MAX_TITLE_LENGTH,
  MIN_BPM,
} from "./limits";
import type { ErrorCode } from "./messages";
import { cleanLine, isBlank } from "./plainText";

export interface BeatInput {
  title: string;
  genre: string;
  bpm: number;
  tags: string[];
}

/** Checks the upload form. Returns the first error, or the fields to store. */
export function checkBeat(
  input: BeatInput,
): { error: ErrorCode } | { fields: BeatInput } {
  const title = cleanLine(input.title);
  const tags = cleanTags(input.tags);
  const error =
    checkTitle(title) ??
    (isGenre(input.genre) ? null : "GENRE_REQUIRED") ??
    (isBpm(input.bpm) ? null : "BPM_INVALID") ??
    checkTags(tags);
  if (error) return { error };
  return { fields: { title, genre: input.genre, bpm: input.bpm, tags } };
}

/** Checks the name only; the server also inspects the contents. */
export const isBeatFileName = (fileName: string) =>
  /\.(mp3|wav)$/i.test(fileName.trim());

export const isBpm = (bpm: number) =>
  Number.isFinite(bpm) && bpm >= MIN_BPM && bpm <= MAX_BPM;

/** Drops blank and repeated tags. */
export const cleanTags = (tags: readonly string[]) => [
  ...new Set(tags.map(cleanLine).filter((tag) => !isBlank(tag))),
];

/** Expects the result of `cleanLine`. */
export function checkTitle(
  title: string,
): "TITLE_REQUIRED" | "TITLE_TOO_LONG" | null {
  if (isBlank(title)) return "TITLE_REQUIRED";
  return title.length <= MAX_TITLE_LENGTH ? null : "TITLE_TOO_LONG";
}

function checkTags(tags: readonly string[]): ErrorCode | null {
  if (tags.length > MAX_TAGS) return "TOO_MANY_TAGS";
  return tags.some((tag) => tag.length > MAX_TAG_LENGTH)
    ? "TAG_TOO_LONG"
    : null;
}
