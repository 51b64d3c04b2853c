import { expect, test } from "vitest";
import { mustHoldCommits } from "./holdingCommits.ts";

test("commits continue during the first rounds, however long those take", () => {
  expect(mustHoldCommits({ count: 2, tookMs: 500, lastMs: 1 })).toBe(false);
});

test("holds commits after three short rounds", () => {
  expect(mustHoldCommits({ count: 3, tookMs: 9, lastMs: 2 })).toBe(true);
});

test("holds commits for a fifth of the time when rounds take 100 ms", () => {
  const lastMs = 100;
  expect(mustHoldCommits({ count: 3, tookMs: 300, lastMs })).toBe(false);
  expect(mustHoldCommits({ count: 4, tookMs: 400, lastMs })).toBe(true);
});
