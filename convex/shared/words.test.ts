import { describe, expect, test } from "vitest";
import { checkWords, countCharacters, keepWords } from "./words";
import { cleanText } from "./plainText";

describe("countCharacters", () => {
  test.each([
    ["", 0],
    ["flow", 4],
    ["मैं", 1],
    ["👩‍👩‍👧‍👦", 1],
    ["a\nb", 3],
    ["\u0301".repeat(4000), 1],
  ])("counts %j as %i", (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });
});

describe("checkWords", () => {
  test("accepts 4,000 characters of any script, and no more", () => {
    for (const character of ["a", "क", "मैं", "👍🏽"]) {
      expect(checkWords(character.repeat(4000))).toBe(null);
      expect(checkWords(character.repeat(4001))).toBe("WORDS_TOO_LONG");
    }
  });

  test("refuses 4,000 combining marks", () => {
    expect(checkWords(`a${"\u0301".repeat(4000)}`)).toBe("WORDS_PILED_UP");
    expect(checkWords("\u0301".repeat(4000))).toBe("WORDS_PILED_UP");
  });

  test("bounds the text before it counts characters", () => {
    expect(checkWords("👩‍👩‍👧‍👦".repeat(2000))).toBe("WORDS_TOO_LONG");
  });

  test("accepts 500 lines with words, and any number of blank ones up to the limit", () => {
    expect(checkWords("a\n\n".repeat(500))).toBe(null);
    expect(checkWords("a\n".repeat(501))).toBe("WORDS_TOO_MANY_LINES");
    expect(checkWords("\n".repeat(4000))).toBe(null);
  });
});

test("cleanWords keeps only what can be seen and stored", () => {
  expect(cleanText("a\r\nb\rc\td\u0000e\u0085f")).toBe("a\nb\nc de\nf");
  expect(cleanText("half \ud83d.")).toBe("half \ufffd.");
  expect(cleanText("गली 👍🏽")).toBe("गली 👍🏽");
});

describe("keepWords", () => {
  const kept = { text: "one", savedAt: 100, older: null };

  test("keeps the first version", () => {
    const next = { text: "one", base: null, changedAt: 100 };
    expect(keepWords(null, next)).toEqual(kept);
  });

  test("lets an edit replace its own base without keeping that", () => {
    const next = { text: "one two", base: 100, changedAt: 150 };
    const expected = { text: "one two", savedAt: 150, older: null };
    expect(keepWords(kept, next)).toEqual(expected);
  });

  test("keeps the other version if both were edited; the newer one wins", () => {
    const newer = { text: "mine", base: 50, changedAt: 150 };
    expect(keepWords(kept, newer)).toEqual({
      ...{ text: "mine", savedAt: 150 },
      older: { text: "one", savedAt: 100 },
    });
    const older = { text: "mine", base: 50, changedAt: 80 };
    expect(keepWords(kept, older)).toEqual({
      ...kept,
      older: { text: "mine", savedAt: 80 },
    });
  });

  test("keeps the last text when everything is erased", () => {
    const next = { text: " \n", base: 100, changedAt: 150 };
    expect(keepWords(kept, next).older).toEqual({ text: "one", savedAt: 100 });
  });

  test("changes nothing if the text is the same", () => {
    expect(keepWords(kept, { text: "one", base: null, changedAt: 900 })).toBe(
      kept,
    );
  });

  test("gives every version its own time, even if the clock jumps back", () => {
    const next = { text: "one two", base: 100, changedAt: 3 };
    expect(keepWords(kept, next).savedAt).toBe(101);
  });

  test("keeps the earlier older version if the one that lost is blank", () => {
    const older = { text: "first", savedAt: 1 };
    const next = { text: "", base: null, changedAt: 50 };
    expect(keepWords({ ...kept, older }, next).older).toEqual(older);
  });
});
