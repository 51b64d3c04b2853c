import { expect, test } from "vitest";
import { TimeSpent } from "./timeSpent.ts";

test("time counts half as much after each second, and is forgotten", () => {
  let nowMs = 5_000;
  const spent = new TimeSpent(() => nowMs);
  spent.add("a", 40);
  spent.add("a", 8);
  expect([spent.of("a"), spent.of("b")]).toEqual([48, 0]);
  nowMs += 999;
  spent.add("b", 2);
  expect([spent.of("a"), spent.of("b")]).toEqual([48, 2]);
  nowMs += 2_500;
  spent.add("c", 1);
  expect([spent.of("a"), spent.of("b")]).toEqual([6, 0]);
});

test("a few short calls weigh nothing", () => {
  const spent = new TimeSpent(() => 0);
  spent.add("a", 49);
  spent.add("b", 130);
  expect(["a", "b", "c"].map((group) => spent.weightOf(group))).toEqual([
    0, 2, 0,
  ]);
});

test("of those that share something, the one that has taken the least is known", () => {
  const spent = new TimeSpent(() => 0);
  spent.add("a", 49);
  spent.add("b", 3);
  expect(spent.least(["a", "b"])).toBe("b");
  expect(spent.least(["c", "d", "a"])).toBe("c");
  expect(spent.least([])).toBe("");
});
