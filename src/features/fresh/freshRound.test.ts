import { expect, test } from "vitest";
import type { FreshItem } from "../../../convex/shared/ears";
import { addItems, dropItem, EMPTY_ROUND, moveBy } from "./freshRound";

const asId = (id: string) => id as never; // ids are branded strings, and tests make their own

const item = (id: string): FreshItem => ({
  ...{ contentType: "verse", contentId: asId(id), beatId: asId("beat") },
});
const three = addItems(EMPTY_ROUND, ["a", "b", "c"].map(item));
const idsOf = ({ items }: typeof three) =>
  items.map(({ contentId }): string => contentId);

test("a further part adds what is not there yet, and shows the same item", () => {
  const second = moveBy(three, 1);
  const more = addItems(second, ["c", "d"].map(item));
  expect(idsOf(more)).toEqual(["a", "b", "c", "d"]);
  expect(more.index).toBe(1);
});

test("goes back to the first and on to behind the last", () => {
  expect(moveBy(three, -1).index).toBe(0);
  let round = three;
  for (let n = 0; n < 5; n++) round = moveBy(round, 1);
  expect(round.index).toBe(3);
  expect(moveBy(round, -1).index).toBe(2);
});

test("what was deleted goes, and the next item takes its place", () => {
  const second = moveBy(three, 1);
  const without = dropItem(second, "b");
  expect(idsOf(without)).toEqual(["a", "c"]);
  expect(without.index).toBe(1);
  expect(dropItem(second, "a")).toMatchObject({ index: 0 });
  expect(dropItem(second, "c")).toMatchObject({ index: 1 });
  expect(dropItem(second, "x")).toEqual(second);
});
