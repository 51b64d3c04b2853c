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
import {
  cleanLine,
  cutTo,
  isBlank,
  trimUnseen,
} from "../../../convex/shared/plainText";
import { DEFAULT_TERMS, type Terms } from "../../../convex/shared/terms";

type TypedFacts = Omit<BeatFacts, "genre" | "bpm" | "tags">;

export interface UploadValues extends Readonly<TypedFacts> {
  readonly genre: string | null;
  /** Raw text of the number field; see `toBpm`. */
  readonly bpm: string;
  readonly tags: readonly string[];
  readonly terms: Terms;
  readonly file: File | null;
  /** The title that was taken from the file. */
  readonly givenTitle: string;
}

export const EMPTY_UPLOAD: UploadValues = {
  title: "",
  genre: null,
  bpm: "",
  tags: [],
  terms: DEFAULT_TERMS,
  file: null,
  givenTitle: "",
};

/** Returns the facts of the beat in the form that the server expects. */
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
 * Returns the values after `file` was chosen. The title comes from the file's name, unless the user
 * has typed one.
 */
export const withFile = (values: UploadValues, file: File): UploadValues => ({
  ...withGivenTitle(values, titleOf(file.name)),
  file,
});

/**
 * Returns the values after the tag of `file` was read. The tag's title replaces the one from the
 * file's name.
 */
export const withTagTitle = (
  values: UploadValues,
  file: File,
  title: string,
): UploadValues =>
  values.file === file && !isBlank(title)
    ? withGivenTitle(values, title)
    : values;

function withGivenTitle(values: UploadValues, title: string): UploadValues {
  const givenTitle = cutTo(cleanLine(title), MAX_TITLE_LENGTH);
  const isTyped =
    values.title.trim() !== "" && values.title !== values.givenTitle;
  return { ...values, givenTitle, title: isTyped ? values.title : givenTitle };
}

/** Only these endings are removed, because other dots may belong to the name, as in "Vol. 2". */
const ENDING = /\.(?:mp3|mpeg|mpga|wave?)$/i;
const DOTS_AT_END = /\.{1,9}$/;

/** Returns "Monsoon Nights 97" for "Monsoon_Nights-97.mp3". */
const titleOf = (fileName: string): string =>
  trimUnseen(fileName)
    .replace(DOTS_AT_END, "")
    .replace(ENDING, "")
    .replaceAll(/[_\s-]+/g, " ");

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
