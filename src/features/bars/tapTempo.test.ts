import { expect, test } from "vitest";
import { addTap, tappedBpm } from "./tapTempo";

const tapAll = (times: readonly number[]) =>
  times.reduce<readonly number[]>(addTap, []);

test("four taps give a tempo, three do not", () => {
  expect(tappedBpm(tapAll([0, 600, 1_200]))).toBeNull();
  expect(tappedBpm(tapAll([0, 600, 1_210, 1_800]))).toBe(100);
});

test("a pause starts over", () => {
  const taps = tapAll([0, 600, 1_200, 1_800, 9_000]);
  expect(taps).toEqual([9_000]);
  expect(tappedBpm(taps)).toBeNull();
});

test("the latest taps count, and a clock that jumps back starts over", () => {
  const times = Array.from({ length: 40 }, (_, index) =>
    index < 20 ? index * 1_000 : 19_000 + (index - 19) * 500,
  );
  expect(tappedBpm(tapAll(times))).toBe(120);
  expect(tapAll([5_000, 4_000])).toEqual([4_000]);
});
