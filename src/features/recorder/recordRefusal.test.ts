import { expect, test } from "vitest";
import { recordRefusal } from "./recordRefusal";

const open = { verseCount: 9, versesLimit: 10, fileUrl: "/f" };
const full = { ...open, verseCount: 10 };

test.each([
  [true, open, null, null],
  [false, open, null, "role"],
  [true, full, null, "limit"],
  [true, { ...open, verseCount: 15 }, null, "limit"],
  [true, { ...open, fileUrl: null }, null, "audio"],
  [false, { ...full, fileUrl: null }, null, "role"],
  [true, open, "https", "https"],
  [true, open, "MediaRecorder", "MediaRecorder"],
  [false, open, "https", "role"],
  [true, full, "https", "limit"],
] as const)(
  "rapper: %s, beat: %j, browser lacks: %s gives %s",
  (isRapper, beat, lack, refusal) => {
    expect(recordRefusal(isRapper, beat, lack)).toBe(refusal);
  },
);
