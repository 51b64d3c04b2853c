import { expect, test } from "vitest";
import { mostWorkers, SPARE_MS, sparesOf } from "./spareWorkers.ts";

const worker = (idleMs: number, isEnding = false) => ({ idleMs, isEnding });

test("all workers without work for a while are ended, but never the last", () => {
  const [one, two, three] = [
    worker(SPARE_MS),
    worker(SPARE_MS),
    worker(SPARE_MS),
  ];
  expect(sparesOf([one])).toEqual([]);
  expect(sparesOf([one, worker(0, true)])).toEqual([]);
  expect(sparesOf([worker(0), one, two])).toEqual([one, two]);
  expect(sparesOf([one, two, three])).toEqual([two, three]);
  expect(sparesOf([worker(0), worker(SPARE_MS - 1)])).toEqual([]);
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
