import { expect, test } from "vitest";
import { mostWorkers, SPARE_MS, spareOf } from "./spareWorkers.ts";

const worker = (idleMs: number, isEnding = false) => ({ idleMs, isEnding });

test("a worker without work for a while is ended, but never the last", () => {
  const idle = worker(SPARE_MS);
  expect(spareOf([idle])).toBeUndefined();
  expect(spareOf([idle, worker(0, true)])).toBeUndefined();
  expect(spareOf([worker(0), idle])).toBe(idle);
  expect(spareOf([worker(SPARE_MS), idle])).toBe(idle);
  expect(spareOf([worker(0), worker(SPARE_MS - 1)])).toBeUndefined();
});

test.each([
  [512, 2],
  [2_048, 2],
  [3_072, 3],
  [4_096, 4],
  [65_536, 4],
])("a machine with %i MiB has %i workers for actions at most", (size, most) => {
  expect(mostWorkers(size)).toBe(most);
});
