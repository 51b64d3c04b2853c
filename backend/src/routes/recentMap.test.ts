import { expect, test } from "vitest";
import { RecentMap } from "./recentMap.ts";

test("forgets what nobody has asked for the longest", () => {
  const map = new RecentMap<number>(2);
  map.set("a", 1);
  map.set("b", 2);
  map.get("a");
  map.set("c", 3);
  expect(["a", "b", "c"].map((key) => map.get(key))).toEqual([1, undefined, 3]);
});

test("keeps no more bytes than it may, also when an entry is replaced", () => {
  const map = new RecentMap<number>(10, 100);
  map.set("a", 1, 60);
  map.set("a", 2, 60);
  map.set("b", 3, 40);
  expect(map.get("a")).toBe(2);
  map.set("c", 4, 50);
  expect(["a", "b", "c"].map((key) => map.get(key))).toEqual([
    ...[undefined, undefined, 4],
  ]);
  map.clear();
  map.set("d", 5, 100);
  expect(map.get("d")).toBe(5);
});
