import { beforeEach, expect, test } from "vitest";
import { MAX_UNANSWERED, UnansweredCommits } from "./unansweredCommits.ts";

let executor: UnansweredCommits;
let main: UnansweredCommits;

beforeEach(() => {
  executor = new UnansweredCommits();
  main = new UnansweredCommits(executor.buffer);
});

const NOW_NS = 1_790_000_000_000_000_001n;

test("the other side sees requests from their commit until their answer", () => {
  executor.add(7, NOW_NS);
  executor.add(9, NOW_NS + 1n);
  expect(main.timestampOf(7)).toBe(NOW_NS);
  expect(main.timestampOf(8)).toBeNull();
  executor.remove(7);
  expect(main.timestampOf(7)).toBeNull();
  expect(main.timestampOf(9)).toBe(NOW_NS + 1n);
});

test("ignores answers to requests that were not applied", () => {
  executor.add(1, NOW_NS);
  executor.remove(2);
  expect(main.timestampOf(1)).toBe(NOW_NS);
});

test("answered requests make room for any number of others", () => {
  for (let id = 1; id <= 3 * MAX_UNANSWERED; id += 1) {
    executor.add(id, NOW_NS);
    executor.remove(id);
  }
  executor.add(5, NOW_NS);
  expect(main.timestampOf(5)).toBe(NOW_NS);
  expect(main.timestampOf(3 * MAX_UNANSWERED + 1)).toBeNull();
});

test("takes every request that is not listed for committed once it was full", () => {
  for (let id = 1; id <= MAX_UNANSWERED; id += 1) executor.add(id, NOW_NS);
  expect(main.timestampOf(MAX_UNANSWERED + 1)).toBeNull();
  executor.add(MAX_UNANSWERED + 1, NOW_NS);
  expect(main.timestampOf(MAX_UNANSWERED + 1)).toBe(0n);
  expect(main.timestampOf(MAX_UNANSWERED)).toBe(NOW_NS);
});
