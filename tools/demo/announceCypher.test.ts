import { expect, test } from "vitest";
import { nextFriday } from "./announceCypher.ts";

test.each([
  ["2026-11-28T10:00:00+05:30", "2026-12-04T21:00:00+05:30"],
  ["2026-12-04T00:30:00+05:30", "2026-12-04T21:00:00+05:30"],
  ["2026-12-04T20:00:00+05:30", "2026-12-04T21:00:00+05:30"],
  ["2026-12-04T20:01:00+05:30", "2026-12-11T21:00:00+05:30"],
  ["2026-12-05T03:00:00+05:30", "2026-12-11T21:00:00+05:30"],
])("seen from %s the next Friday evening is %s", (now, friday) => {
  expect(nextFriday(Date.parse(now))).toBe(Date.parse(friday));
});
