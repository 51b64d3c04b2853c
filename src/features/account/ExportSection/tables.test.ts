import { expect, test } from "vitest";
import { numberedPath } from "./tables";

const pathOf = (title: string) => numberedPath("audio/beats", 7, title, "mp3");

test("a path has the number, the words of the title and the extension", () => {
  expect(pathOf("=SUM(1), गली")).toBe("audio/beats/0007--SUM-1-गली.mp3");
});

test("a word keeps the joiners that its script needs", () => {
  expect(pathOf("র\u200D্যাপ ২")).toBe("audio/beats/0007-র\u200D্যাপ-২.mp3");
});

test("a long title is cut between characters", () => {
  const kept = `a${"𝐀".repeat(29)}`;
  expect(pathOf(`a${"𝐀".repeat(49)}`)).toBe(`audio/beats/0007-${kept}.mp3`);
});

test("half of a character does not get into a path", () => {
  expect(pathOf("a\uD800b\uDC00")).toBe("audio/beats/0007-a-b-.mp3");
});
