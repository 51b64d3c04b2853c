import { getHeapStatistics } from "node:v8";
import { createContext, runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { Garbage } from "./garbage.ts";

const MIB = 1024 * 1024;

/** A heap that each collection shrinks by 50 MiB. */
function watchedHeap(usedMib: number) {
  const heap = { usedMib, collected: [] as number[] };
  const garbage = new Garbage({
    usedBytes: () => heap.usedMib * MIB,
    collect: () => {
      heap.collected.push(heap.usedMib);
      heap.usedMib -= 50;
    },
  });
  return { heap, garbage };
}

test("collects once 48 MiB have piled up on what is in use", () => {
  const { heap, garbage } = watchedHeap(20);
  for (heap.usedMib of [60, 67, 10, 57, 59]) garbage.collectWhenFull();
  expect(heap.collected).toEqual([59]);
  for (heap.usedMib of [20, 56, 57]) garbage.collectWhenFull();
  expect(heap.collected).toEqual([59, 57]);
});

test("counts the content of blobs until a collection", () => {
  const { heap, garbage } = watchedHeap(60);
  for (let blobs = 0; blobs < 4; blobs += 1) garbage.addBlob(10 * MIB);
  expect(heap.collected).toEqual([]);
  garbage.addBlob(10 * MIB);
  expect(heap.collected).toEqual([60]);
  heap.usedMib = 50;
  garbage.collectWhenFull();
  expect(heap.collected).toEqual([60]);
});

test("frees the contexts and buffers that actions have left behind", () => {
  const garbage = new Garbage();
  const usedMib = () => {
    const { used_heap_size, external_memory } = getHeapStatistics();
    return (used_heap_size + external_memory) / MIB;
  };
  const before = usedMib();
  for (let made = 0; made < 200; made += 1) {
    const ballast = [new Array(200_000).fill(made), new Uint8Array(MIB)];
    const context = createContext({ ballast });
    Object.assign(context, { self: context });
    garbage.collectWhenFull();
    // Without collections, the heap would be above 500 MiB at the end.
    expect(usedMib()).toBeLessThan(before + 250);
  }
});

test("exposes the collector to no other code", () => {
  new Garbage().collectWhenFull();
  expect(runInNewContext("typeof gc")).toBe("undefined");
});
