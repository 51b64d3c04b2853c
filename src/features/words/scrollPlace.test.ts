import { expect, test } from "vitest";
import { scrollPlace } from "./scrollPlace";

const plan = [
  { line: 0, startMs: 1000 },
  { line: 2, startMs: 3000 },
  { line: 3, startMs: 3000 },
];
const tops = [10, 50, 90];
const places = (isStill: boolean) =>
  [0, 1000, 2000, 2999, 3000, 9000].map((atMs) =>
    Math.round(scrollPlace({ plan, tops, isStill }, atMs)),
  );

test("moves with the beat, and is at a line when that line is due", () => {
  expect(places(false)).toEqual([10, 10, 30, 50, 90, 90]);
});

test("steps from line to line with reduced motion", () => {
  expect(places(true)).toEqual([10, 10, 10, 10, 90, 90]);
});

test("has a place without lines", () => {
  expect(scrollPlace({ plan: [], tops: [], isStill: false }, 5)).toBe(0);
});
