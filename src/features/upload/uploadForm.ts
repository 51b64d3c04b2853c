import {
  cleanTags,
  isBeatFileName,
  isBpm,
} from "../../../convex/shared/beatFields";
import { isGenre } from "../../../convex/shared/genres";
import {
  MAX_BEAT_BYTES,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  MAX_TITLE_LENGTH,
} from "../../../convex/shared/limits";
import type { Texts } from "../../texts/TextsProvider";

export type UploadErrorCode = keyof Texts["upload"]["errors"];

export interface UploadValues {
  readonly title: string;
  readonly genre: string | null;
  /** What stands in the number field. */
  readonly bpm: string;
  readonly tags: readonly string[];
  readonly file: File | null;
}

export const EMPTY_UPLOAD: UploadValues = {
  title: "",
  genre: null,
  bpm: "",
  tags: [],
  file: null,
};

export type UploadErrors = Partial<
  Record<"title" | "genre" | "bpm" | "tags" | "file", UploadErrorCode>
>;

/** All that is wrong with the form, one reason a field. */
export function validateUpload(values: UploadValues): UploadErrors {
  const errors: UploadErrors = {
    title: checkTitle(values.title),
    genre: isGenre(values.genre) ? undefined : "GENRE_REQUIRED",
    bpm: isBpm(toBpm(values.bpm)) ? undefined : "BPM_INVALID",
    tags: values.tags.length > MAX_TAGS ? "TOO_MANY_TAGS" : undefined,
    file: values.file ? checkBeatFile(values.file) : "FILE_REQUIRED",
  };
  return Object.fromEntries(
    Object.entries(errors).filter(([, code]) => code !== undefined),
  );
}

/** By name and size; what is inside, the server looks at. */
export function checkBeatFile(
  file: Pick<File, "name" | "size">,
): UploadErrorCode | undefined {
  if (!isBeatFileName(file.name)) return "BEAT_FILE_INVALID";
  if (file.size > MAX_BEAT_BYTES) return "BEAT_FILE_TOO_LARGE";
  return undefined;
}

/** A blank tag and one that is there already change nothing. */
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

export function toBpm(bpm: string): number {
  return bpm.trim() === "" ? Number.NaN : Number(bpm);
}

/** The type for storage, by name: browsers leave `type` empty or invent one for audio they do not know. */
export function beatContentType(fileName: string): string {
  return /\.wav$/i.test(fileName.trim()) ? "audio/wav" : "audio/mpeg";
}

function checkTitle(title: string): UploadErrorCode | undefined {
  const trimmed = title.trim();
  if (trimmed === "") return "TITLE_REQUIRED";
  return trimmed.length > MAX_TITLE_LENGTH ? "TITLE_TOO_LONG" : undefined;
}
