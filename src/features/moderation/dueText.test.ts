import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../convex/shared/limits";
import { trust as en } from "../../texts/en/trust";
import { trust as hi } from "../../texts/hi/trust";
import { dueText } from "./dueText";

const NOW = 1_800_000_000_000;

test.each([
  [3 * HOUR_MS, "decision due in 3 hours"],
  [HOUR_MS, "decision due in 1 hour"],
  [20 * MINUTE_MS, "decision due in 20 minutes"],
  [0, "decision due in 1 minute"],
  [-5 * MINUTE_MS, "decision 5 minutes overdue"],
  [-2 * DAY_MS, "decision 2 days overdue"],
  [3 * DAY_MS - 1, "decision due in 2 days"],
])("%d ms from now is %s", (ms, text) => {
  const found = { dueAt: NOW + ms, acknowledgedAt: 1 };
  expect(dueText(found, NOW, en.moderation)).toBe(text);
});

test.each([
  [23 * HOUR_MS, "first look due in 23 hours", "23 घंटे में पहली बार देखना है"],
  [-HOUR_MS, "first look 1 hour overdue", "पहली बार देखने में 1 घंटे की देरी"],
])("a case that nobody has opened needs a first look: %d ms", (ms, ...both) => {
  const found = { dueAt: NOW + ms, acknowledgedAt: null };
  expect([en, hi].map((t) => dueText(found, NOW, t.moderation))).toEqual(both);
});

test("is in words in Hindi too", () => {
  const found = { dueAt: NOW - 3 * HOUR_MS, acknowledgedAt: 1 };
  expect(dueText(found, NOW, hi.moderation)).toBe("फ़ैसले में 3 घंटे की देरी");
});
