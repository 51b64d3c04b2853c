import { expect, test } from "vitest";
import { formatTime } from "./formatTime";

test.each([
  [0, "0:00"],
  [999, "0:00"],
  [1000, "0:01"],
  [59_999, "0:59"],
  [61_000, "1:01"],
  [600_000, "10:00"],
  [3_661_000, "61:01"],
  [-5, "0:00"],
  [Number.NaN, "0:00"],
  [Number.POSITIVE_INFINITY, "0:00"],
])("formats %d ms as %s", (ms, text) => {
  expect(formatTime(ms)).toBe(text);
});
