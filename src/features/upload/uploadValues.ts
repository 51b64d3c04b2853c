import type { UploadTexts } from "../../texts/useUploadTexts";
import {
  checkTitle,
  cleanTags,
  isBeatFileName,
  isBpm,
} from "../../../convex/shared/beatFields";
import { isGenre } from "../../../convex/shared/genres";
import {
  MAX_BEAT_BYTES,
  MAX_TAG_LENGTH,
  MAX_TAGS,
} from "../../../convex/shared/limits";
import { cleanLine } from "../../../convex/shared/plainText";
import { DEFAULT_TERMS, type Terms } from "../../../convex/shared/terms";

export type UploadErrorCode = keyof UploadTexts["errors"];

export interface UploadValues {
  readonly title: string;
  readonly genre: string | null;
  /** Raw text of the number field; see `toBpm`. */
  readonly bpm: string;
  readonly tags: readonly string[];
  readonly terms: Terms;
  readonly file: File | null;
}

export const EMPTY_UPLOAD: UploadValues = {
  title: "",
  genre: null,
  bpm: "",
  tags: [],
  terms: DEFAULT_TERMS,
  file: null,
};

export type UploadErrors = Partial<
  Record<"title" | "genre" | "bpm" | "tags" | "file", UploadErrorCode>
>;

/** Returns one error per invalid field; an empty object if the form is valid. */
export function validateUpload(values: UploadValues): UploadErrors {
  const errors: UploadErrors = {
    title: checkTitle(cleanLine(values.title)) ?? undefined,
    genre: isGenre(values.genre) ? undefined : "GENRE_REQUIRED",
    bpm: isBpm(toBpm(values.bpm)) ? undefined : "BPM_INVALID",
    tags: values.tags.length > MAX_TAGS ? "TOO_MANY_TAGS" : undefined,
    file: values.file ? checkBeatFile(values.file) : "FILE_REQUIRED",
  };
  return Object.fromEntries(
    Object.entries(errors).filter(([, code]) => code !== undefined),
  );
}

/** Checks a file by name and size only. The server checks the contents. */
export function checkBeatFile(
  file: Pick<File, "name" | "size">,
): UploadErrorCode | undefined {
  if (!isBeatFileName(file.name)) return "BEAT_FILE_INVALID";
  if (file.size > MAX_BEAT_BYTES) return "BEAT_FILE_TOO_LARGE";
  return undefined;
}

/**
 * Adds a tag. Blank and duplicate tags change nothing; a refused tag returns an error and the old
 * tags.
 */
export function addTag(
  tags: readonly string[],
  text: string,
): { tags: readonly string[]; error?: UploadErrorCode } {
  const next = cleanTags([...tags, text]);
  if (next.length === tags.length) return { tags };
  if (next.length > MAX_TAGS) return { tags, error: "TOO_MANY_TAGS" };
  if (text.trim().length > MAX_TAG_LENGTH) {
    return { tags, error: "TAG_TOO_LONG" };
  }
  return { tags: next };
}

/** Parses the number field; NaN if it is blank or not a number. */
export function toBpm(bpm: string): number {
  return bpm.trim() === "" ? Number.NaN : Number(bpm);
}

/**
 * The content type for storage, derived from the file name. `File.type` is unreliable: browsers
 * leave it empty or make one up for audio that they do not know.
 */
export function beatContentType(fileName: string): string {
  return /\.wav$/i.test(fileName.trim()) ? "audio/wav" : "audio/mpeg";
}
