import { expect, test } from "vitest";
import { isMarked, type MarkedBars, pressBar } from "./markedBars";

const press = (...bars: number[]) =>
  bars.reduce<MarkedBars | null>(pressBar, null);

test("two presses mark all bars between them, in either order", () => {
  expect(press(5)).toEqual({ firstBar: 5, lastBar: 5 });
  expect(press(5, 8)).toEqual({ firstBar: 5, lastBar: 8 });
  expect(press(8, 5)).toEqual({ firstBar: 5, lastBar: 8 });
});

test("a third press starts again, and a second one on the same bar removes the mark", () => {
  expect(press(5, 8, 2)).toEqual({ firstBar: 2, lastBar: 2 });
  expect(press(5, 5)).toBeNull();
});

test("bars at both ends are marked, and those outside are not", () => {
  const marked = { firstBar: 5, lastBar: 8 };
  const all = [4, 5, 6, 8, 9].map((bar) => isMarked(marked, bar));
  expect(all).toEqual([false, true, true, true, false]);
  expect(isMarked(null, 5)).toBe(false);
});
