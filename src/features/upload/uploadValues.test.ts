import { expect, test } from "vitest";
import { MESSAGES } from "../../../convex/shared/messages";
import {
  addTag,
  checkBeatFile,
  EMPTY_UPLOAD,
  type UploadValues,
  validateUpload,
  withFile,
  withTagTitle,
} from "./uploadValues";

const MEGABYTE = 1024 * 1024;

const EMPTY = EMPTY_UPLOAD;
const named = (name: string) => new File([], name);

const good: UploadValues = {
  title: "Monsoon",
  genre: "Trap",
  bpm: "97",
  tags: ["dark"],
  terms: "here",
  file: new File(["x"], "monsoon.mp3"),
  givenTitle: "monsoon",
};

test("accepts a complete form", () => {
  expect(validateUpload(good)).toEqual({});
});

test("reports every missing field of an empty form in the words of the specification", () => {
  const errors = validateUpload(EMPTY_UPLOAD);
  const shown = Object.entries(errors).map(([field, code]) => [
    field,
    MESSAGES[code],
  ]);
  expect(Object.fromEntries(shown)).toEqual({
    title: "Title is required.",
    genre: "Genre is required.",
    bpm: "Please enter a valid BPM.",
    file: "Please select a beat file to upload.",
  });
});

test.each([
  ["title", { title: "   " }, "TITLE_REQUIRED"],
  ["title", { title: "x".repeat(101) }, "TITLE_TOO_LONG"],
  ["genre", { genre: "Polka" }, "GENRE_REQUIRED"],
  ["bpm", { bpm: "0" }, "BPM_INVALID"],
  ["bpm", { bpm: "-90" }, "BPM_INVALID"],
  ["bpm", { bpm: "1000" }, "BPM_INVALID"],
  ["bpm", { bpm: "fast" }, "BPM_INVALID"],
  ["bpm", { bpm: " " }, "BPM_INVALID"],
  ["tags", { tags: ["1", "2", "3", "4", "5", "6"] }, "TOO_MANY_TAGS"],
] as const)("checks %s: %j gives %s", (field, change, code) => {
  expect(validateUpload({ ...good, ...change })).toEqual({ [field]: code });
});

test.each([
  [10 * MEGABYTE, undefined],
  [10 * MEGABYTE + 1, "BEAT_FILE_TOO_LARGE"],
])("checks a file of %d bytes: %s", (size, code) => {
  expect(checkBeatFile({ size })).toBe(code);
});

test("uses the specification's texts about files and tags", () => {
  expect(MESSAGES.BEAT_FILE_INVALID).toBe(
    "Invalid file type. Only MP3 and WAV files are allowed.",
  );
  expect(MESSAGES.BEAT_FILE_TOO_LARGE).toBe(
    "File is too large. Maximum size is 10MB.",
  );
  expect(MESSAGES.TOO_MANY_TAGS).toBe("Maximum 5 tags allowed");
});

test.each([
  [["a"], " b ", { tags: ["a", "b"] }],
  [["a"], "   ", { tags: ["a"] }],
  [["a"], "a", { tags: ["a"] }],
  [
    ["1", "2", "3", "4", "5"],
    "6",
    { tags: ["1", "2", "3", "4", "5"], error: "TOO_MANY_TAGS" },
  ],
  [["1", "2", "3", "4", "5"], "5", { tags: ["1", "2", "3", "4", "5"] }],
  [[], "x".repeat(31), { tags: [], error: "TAG_TOO_LONG" }],
])("adding to %j the tag '%s' gives %j", (tags, text, result) => {
  expect(addTag(tags, text)).toEqual(result);
});

test.each([
  ["an empty form takes the name of the file", "", null, "Monsoon Nights 97"],
  ["spaces are no title", "  ", null, "Monsoon Nights 97"],
  ["what was typed stays", "Barsaat", null, "Barsaat"],
  [
    "another file brings its own name",
    "old beat",
    "old_beat.wav",
    "Monsoon Nights 97",
  ],
  ["a corrected name stays", "Old Beat!", "old_beat.wav", "Old Beat!"],
])("the title: %s", (_, title, before, expected) => {
  const given = before === null ? EMPTY : withFile(EMPTY, named(before));
  const next = named("Monsoon_Nights-97.mp3");
  expect(withFile({ ...given, title }, next)).toMatchObject({
    ...{ title: expected, file: next },
  });
});

test.each([
  ["\u202Bبیٹ.mp3\u202C", "بیٹ"],
  ["بیٹ\u200F.mp3", "بیٹ"],
  ["beat.mp3.", "beat"],
  ["beat.mp3\u200B", "beat"],
  ["beat.WAVE", "beat"],
  ["Vol. 2", "Vol. 2"],
  ["গান.র\u200D্যাপ.wav", "গান.র\u200D্যাপ"],
])("the file %j gives the title %j", (name, title) => {
  expect(withFile(EMPTY, named(name)).title).toBe(title);
});

test("a title from a file is cut at no character's half, and has no control characters", () => {
  const microphones = named(`a${"🎤".repeat(60)}.mp3`);
  const { title } = withFile(EMPTY, microphones);
  expect(title).toBe(`a${"🎤".repeat(49)}`);
  const file = named("a.mp3");
  const values = withFile(EMPTY, file);
  const tagged = withTagTitle(values, file, "\u202DRaat\r\n\u0007 2\u200B");
  expect(tagged.title).toBe("Raat  2");
});

test("a title from a file is no longer than titles may be", () => {
  const long = withFile(EMPTY, named(`${"a".repeat(200)}.mp3`));
  expect(long.title).toHaveLength(100);
  const { title } = withTagTitle(long, long.file ?? named(""), "b".repeat(200));
  expect(title).toBe("b".repeat(100));
});

test.each([
  ["is better than the name of its file", {}, "Raat", "Raat"],
  ["is nothing if it is empty", {}, "", "beat 4 final"],
  ["does not replace what was typed", { title: "Barsaat" }, "Raat", "Barsaat"],
  [
    "of an earlier file is late",
    { file: named("b.mp3") },
    "Raat",
    "beat 4 final",
  ],
])("the title in a tag %s", (_, change, tagTitle, expected) => {
  const file = named("beat_4_final.mp3");
  const values = { ...withFile(EMPTY, file), ...change };
  expect(withTagTitle(values, file, tagTitle).title).toBe(expected);
});

test("a title from a tag goes with its file", () => {
  const file = named("beat_4_final.mp3");
  const tagged = withTagTitle(withFile(EMPTY, file), file, "Raat");
  expect(withFile(tagged, named("b.mp3")).title).toBe("b");
});
