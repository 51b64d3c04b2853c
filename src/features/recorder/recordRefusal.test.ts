import { expect, test } from "vitest";
import { recordRefusal } from "./recordRefusal";

const open = { verseCount: 9, versesLimit: 10, fileUrl: "/f" };

test.each([
  [true, open, null],
  [false, open, "role"],
  [true, { ...open, verseCount: 10 }, "limit"],
  [true, { ...open, verseCount: 15 }, "limit"],
  [true, { ...open, fileUrl: null }, "audio"],
  [false, { verseCount: 10, versesLimit: 10, fileUrl: null }, "role"],
])("a rapper (%s) before %j: %s", (isRapper, beat, refusal) => {
  expect(recordRefusal(isRapper, beat)).toBe(refusal);
});
