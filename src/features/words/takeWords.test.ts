// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import {
  isPublishing,
  setPublishing,
  wordsForTake,
  wordsToSend,
} from "./takeWords";
import { openWordsBook } from "./wordsBook";

const beat = { id: "beat1", bpm: 120, durationMs: 16_000 };
const credit = {
  ...{ beatTitle: "Monsoon", producer: "meera", rapper: "kabir" },
  ...{ genre: "Trap", bpm: 120 },
};

function keep(text: string) {
  const kept = { text, savedAt: 1, older: null, base: null, isSent: false };
  expect(openWordsBook("me", beat.id).write(kept)).toBe(true);
}

beforeEach(() => localStorage.clear());

test("a take gets the words of its rapper and beat, with times", () => {
  keep("one\n\ntwo");
  expect(wordsForTake("me", beat)?.plan).toEqual([
    { line: 0, startMs: 0 },
    { line: 2, startMs: 8000 },
  ]);
  expect(wordsForTake("me", beat, 2)?.plan[1]).toEqual({
    ...{ line: 2, startMs: 2000 },
  });
  expect(wordsForTake("someone else", beat)).toBeUndefined();
  expect(wordsForTake("me", { ...beat, id: "beat2" })).toBeUndefined();
});

test.each([" \n ", "a\n".repeat(501), "\u0301".repeat(4000)])(
  "a take gets no words that cannot be used",
  (text) => {
    keep(text);
    expect(wordsForTake("me", beat)).toBeUndefined();
  },
);

test("damaged storage counts as none", () => {
  for (const damaged of ["{", "null", "[]", '{"text":1}', '{"text":"a"}']) {
    localStorage.setItem("gully-words/me/beat1", damaged);
    expect(openWordsBook("me", beat.id).read()).toBe(null);
  }
});

test("words are sent only if their rapper chose to publish them", () => {
  const words = { text: "one", plan: [{ line: 0, startMs: 5 }] };
  const take = { id: "take1", credit: { ...credit, words } };
  expect(isPublishing("take1")).toBe(false);
  expect(wordsToSend(take)).toEqual({});
  setPublishing("take1", true);
  expect(wordsToSend(take)).toEqual({ words: "one", wordStartsMs: [5] });
  expect(wordsToSend({ id: "take1", credit })).toEqual({});
  setPublishing("take1", false);
  expect(wordsToSend(take)).toEqual({});
});
