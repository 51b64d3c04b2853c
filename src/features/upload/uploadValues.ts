import {
  type BeatFacts,
  checkBeat,
  cleanTags,
  factsOf,
  MAX_TAG_LENGTH,
  MAX_TITLE_LENGTH,
  MAX_TAGS,
} from "../../../convex/shared/beatFacts";
import { errorsOf, type FieldErrors } from "../../../convex/shared/checked";
import { MAX_BEAT_BYTES } from "../../../convex/shared/limits";
import type { ErrorCode } from "../../../convex/shared/messages";
import { DEFAULT_TERMS, type Terms } from "../../../convex/shared/terms";

type TypedFacts = Omit<BeatFacts, "genre" | "bpm" | "tags">;

export interface UploadValues extends Readonly<TypedFacts> {
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

/** Returns the facts of the beat as the server takes them. */
export const enteredFacts = (values: UploadValues): BeatFacts =>
  factsOf({
    ...values,
    genre: values.genre ?? "",
    bpm: toBpm(values.bpm),
    tags: [...values.tags],
  });

export type UploadErrors = FieldErrors<BeatFacts & { file: File }>;

/** Returns one error per invalid field; an empty object if the form is valid. */
export function validateUpload(values: UploadValues): UploadErrors {
  const file = values.file ? checkBeatFile(values.file) : "FILE_REQUIRED";
  return {
    ...errorsOf(checkBeat(enteredFacts(values))),
    ...(file && { file }),
  };
}

/**
 * The title once `file` is chosen: what was typed, or else the name of the file. What a file has
 * filled in goes with it.
 */
export function titleWith(
  { name }: Pick<File, "name">,
  { title, file }: Pick<UploadValues, "title" | "file">,
): string {
  const isTyped = title.trim() !== "" && title !== (file && titleOf(file.name));
  return isTyped ? title : titleOf(name);
}

/** "Monsoon_Nights-97.mp3" is called "Monsoon Nights 97". */
const titleOf = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[_\s-]+/g, " ")
    .trim()
    .slice(0, MAX_TITLE_LENGTH);

/** Checks a file by its size only; see `judgeFile` for its contents. */
export const checkBeatFile = ({
  size,
}: Pick<File, "size">): ErrorCode | undefined =>
  size > MAX_BEAT_BYTES ? "BEAT_FILE_TOO_LARGE" : undefined;

/**
 * Adds a tag. Blank and duplicate tags change nothing; a refused tag returns an error and the old
 * tags.
 */
export function addTag(
  tags: readonly string[],
  text: string,
): { tags: readonly string[]; error?: ErrorCode } {
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
