import { expect, test } from "vitest";
import { FairQueue } from "./fairQueue.ts";

function drained(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let item = queue.shift(); item; item = queue.shift()) items.push(item);
  return items;
}

test("a group that brings many items delays another by one item per turn", () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3", "a4"]) queue.push("a", item);
  queue.push("b", "b1");
  queue.push("c", "c1");
  queue.push("b", "b2");
  expect(queue.size).toBe(7);
  expect(queue.sizeOf("b")).toBe(2);
  expect(drained(queue)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  expect(queue.size).toBe(0);
  expect(queue.sizeOf("a")).toBe(0);
});

test("a group that comes back waits behind those that are there", () => {
  const queue = new FairQueue<string>();
  queue.push("a", "a1");
  queue.push("b", "b1");
  expect(queue.shift()).toBe("a1");
  queue.push("a", "a2");
  expect(drained(queue)).toEqual(["b1", "a2"]);
});

test("the lightest group comes first, and those of the same weight take turns", () => {
  const weights = new Map([["a", 5]]);
  const queue = new FairQueue<string>((group) => weights.get(group) ?? 2);
  for (const item of ["a1", "b1", "b2", "c1"])
    queue.push(item.slice(0, 1), item);
  expect(queue.shift()).toBe("b1");
  weights.set("a", 0);
  expect(queue.shift()).toBe("a1");
  expect(queue.shift((group) => group !== "c")).toBe("b2");
  expect(drained(queue)).toEqual(["c1"]);
});

test("an item can be removed before its turn", () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2"]) queue.push("a", item);
  queue.push("b", "b1");
  expect(queue.remove("a", "a1")).toBe(true);
  expect(queue.remove("b", "b1")).toBe(true);
  expect(queue.remove("b", "b1")).toBe(false);
  expect(queue.size).toBe(1);
  expect(drained(queue)).toEqual(["a2"]);
});
