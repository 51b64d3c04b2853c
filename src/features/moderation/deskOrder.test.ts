import { expect, test } from "vitest";
import { mergeOrder } from "./deskOrder";

const merge = (order: string, list: string) =>
  mergeOrder([...order], [...list]).join("");

test.each([
  ["", "abc", "abc"],
  ["abc", "abc", "abc"],
  ["abc", "xabc", "xabc"],
  ["abc", "axbcy", "axbcy"],
  ["abc", "axy", "axybc"],
])("to %j, %j adds what is new: %j", (order, list, expected) => {
  expect(merge(order, list)).toBe(expected);
});

test("what moves in the list, or leaves it, keeps its place", () => {
  expect(merge("abcd", "bda")).toBe("abcd");
  expect(merge("abcd", "bxda")).toBe("abxcd");
});
