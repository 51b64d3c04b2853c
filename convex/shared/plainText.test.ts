import { expect, test } from "vitest";
import { checkBeat } from "./beatFacts";
import {
  cleanLine,
  cleanParagraphs,
  cleanText,
  cutTo,
  isBlank,
  trimUnseen,
} from "./plainText";
import { checkUsername } from "./profileFields";

const beat = { title: "Gully", genre: "Drill", bpm: 97, tags: [] };

const titled = (title: string, tags: string[] = []) =>
  checkBeat({ ...beat, title, tags });

test.each(["क्षत्रिय", "मेरी गली", "میری گلی", "गली 🎤👩‍👩‍👧", "Zo\u0308e", "R&B <3"])(
  "keeps %s as it was typed",
  (title) => {
    expect(cleanLine(title)).toBe(title);
    expect(titled(title)).toMatchObject({ fields: { title } });
  },
);

test("makes one line of anything", () => {
  expect(cleanLine(" a\u0000b\r\n\tc\u2028d ")).toBe("a b c d");
  expect(cleanLine("half \uD83C pair")).toBe("half \uFFFD pair");
  expect(cleanLine("\u202Eeid\u2066 x")).toBe("eid x");
});

test("takes away what nobody sees at either end of a line", () => {
  expect(cleanLine("\u200F\u200B گلی \u2060\u00AD\uFEFF")).toBe("گلی");
  expect(cleanLine("ক্\u200D ❤\uFE0F")).toBe("ক্\u200D ❤\uFE0F");
  expect(trimUnseen(`${"\u200B".repeat(9)}`)).toBe("");
  const tags = ["trap", "trap\u200B", "\uFEFFtrap"];
  expect(titled("Gully", tags)).toMatchObject({ fields: { tags: ["trap"] } });
});

test("a cut text ends with a whole character", () => {
  expect(cutTo("a🎤b", 2)).toBe("a");
  expect(cutTo("a🎤b", 3)).toBe("a🎤");
});

test("breaks lines wherever a program for writing does", () => {
  expect(cleanText("1\v2\f3\u00854\u20285\u20296")).toBe("1\n2\n3\n4\n5\n6");
});

test("keeps the lines of a longer text", () => {
  expect(cleanText("a\r\nb\rc\td\u0007")).toBe("a\nb\nc d");
});

test("keeps one empty line between paragraphs", () => {
  const empty = ["", " ", "\u200B", "\u3164"].join("\n");
  expect(cleanParagraphs(`\n\na\nb\n\n c\r\n${empty}\n\nd\n`)).toBe(
    "a\nb\n\n c\n\nd",
  );
  expect(cleanParagraphs("\u202Eeid")).toBe("eid");
  expect(cleanParagraphs(`Z${"\u0301".repeat(99)}`)).toHaveLength(9);
});

test("cuts piles of marks in titles and tags", () => {
  const pile = `क${"\u0301".repeat(99)}`;
  const cut = `क${"\u0301".repeat(8)}`;
  expect(titled(pile, [pile])).toMatchObject({
    fields: { title: cut, tags: [cut] },
  });
});

test.each(["", " ", "\u3164\u200B", "\u2800\u00A0", "\u0000"])(
  "takes %j for no title and for no tag",
  (text) => {
    expect(isBlank(cleanLine(text))).toBe(true);
    expect(titled(text)).toEqual({ errors: { title: "TITLE_REQUIRED" } });
    expect(titled("Gully", [text])).toMatchObject({ fields: { tags: [] } });
  },
);

test("refuses a username with a pile of marks, and none that a script needs", () => {
  expect(checkUsername("क्षत्रियाँ")).toBeNull();
  expect(checkUsername(`a${"\u0301".repeat(9)}`)).toBe("USERNAME_INVALID");
});
