import { expect, test } from "vitest";
import { getHeapStatistics } from "node:v8";
import { runInNewContext } from "node:vm";
import { collectGarbage } from "./collector.ts";
import { HeapAtRest } from "./heapAtRest.ts";

const MIB = 1024 * 1024;
const CALM = 0.1;

/**
 * A heap with 20 MiB in use. A collection gives back everything else that it holds.
 */
function watchedHeap() {
  const heap = { usedMib: 20, heldMib: 20, collections: 0 };
  const rest = new HeapAtRest(
    () => ({ usedBytes: heap.usedMib * MIB, heldBytes: heap.heldMib * MIB }),
    () => {
      heap.collections += 1;
      heap.heldMib = 20;
    },
  );
  return { heap, rest };
}

test("collects once after a storm, when the thread has little to do", () => {
  const { heap, rest } = watchedHeap();
  heap.heldMib = 100;
  rest.look(0.9);
  expect(heap.collections).toBe(0);
  for (const _ of [1, 2, 3]) rest.look(CALM);
  expect(heap.collections).toBe(1);
});

test("collects nothing for a little, and not where much is in use", () => {
  const { heap, rest } = watchedHeap();
  heap.heldMib = 37;
  rest.look(CALM);
  Object.assign(heap, { heldMib: 500, usedMib: 200 });
  rest.look(CALM);
  expect(heap.collections).toBe(0);
});

test("collects once a minute at most", () => {
  const { heap, rest } = watchedHeap();
  for (let look = 0; look < 12; look++) {
    heap.heldMib = 100;
    rest.look(CALM);
  }
  expect(heap.collections).toBe(2);
});

test("the collector gives room back, and no other code gets it", () => {
  expect(runInNewContext("typeof gc")).toBe("undefined");
  let ballast: unknown[] | null = Array.from({ length: 3_000_000 }, (_, n) => ({
    n,
  }));
  expect(ballast).toHaveLength(3_000_000);
  const heldMib = () => getHeapStatistics().total_physical_size / MIB;
  const before = heldMib();
  ballast = null;
  collectGarbage({ type: "major", flavor: "last-resort" });
  expect(heldMib()).toBeLessThan(before - 50);
});
