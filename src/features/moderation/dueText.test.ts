import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../convex/shared/limits";
import { trust as en } from "../../texts/en/trust";
import { trust as hi } from "../../texts/hi/trust";
import { dueText } from "./dueText";

const NOW = 1_800_000_000_000;

test.each([
  [3 * HOUR_MS, "due in 3 hours"],
  [HOUR_MS, "due in 1 hour"],
  [20 * MINUTE_MS, "due in 20 minutes"],
  [0, "due in 1 minute"],
  [-5 * MINUTE_MS, "5 minutes overdue"],
  [-2 * DAY_MS, "2 days overdue"],
  [3 * DAY_MS - 1, "due in 2 days"],
])("%d ms from now is %s", (ms, text) => {
  expect(dueText(NOW + ms, NOW, en.moderation)).toBe(text);
});

test("is in words in Hindi too", () => {
  expect(dueText(NOW - 3 * HOUR_MS, NOW, hi.moderation)).toBe("3 घंटे की देरी");
});
