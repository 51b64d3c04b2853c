import { expect, test } from "vitest";
import { stem } from "../../testing/recorderWorld";
import { coversTake, type Stem } from "./stem";

/** A stem whose blocks end this long after the first note. */
function endingAt(ms: number): Stem {
  const { info, blocks } = stem;
  const startFrame = (ms / 1000) * info.sampleRate + info.beatStartFrame;
  return { info, blocks: blocks.map((block) => ({ ...block, startFrame })) };
}

test("a stem that ends where its take ends covers it", () => {
  expect(coversTake(endingAt(34_000), 34_000)).toBe(true);
});

test("the last seconds may be missing after a crash", () => {
  expect(coversTake(endingAt(32_000), 34_000)).toBe(true);
});

test("a stem whose storing stopped early does not cover its take", () => {
  expect(coversTake(endingAt(3_300), 34_000)).toBe(false);
});
