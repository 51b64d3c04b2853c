import { expect, test } from "vitest";
import { proposedTime, startDays } from "./startTimes";

const MINUTE_MS = 60_000;
const now = new Date(2026, 10, 4, 22, 50, 1).getTime();

test("a live cypher starts on a quarter hour from 15 minutes to 14 days ahead", () => {
  const days = startDays(now);
  const times = days.flatMap((day) => day.times);
  const [first = 0] = times;
  const last = times.at(-1) ?? 0;
  expect(first).toBe(new Date(2026, 10, 4, 23, 15).getTime());
  expect(last).toBe(new Date(2026, 10, 18, 22, 45).getTime());
  expect(times.every((at) => at % (15 * MINUTE_MS) === 0)).toBe(true);
  expect(new Set(times).size).toBe(times.length);
  expect(days).toHaveLength(15);
});

test("the evening is proposed, or the first time that is left", () => {
  const [today, tomorrow] = startDays(now);
  if (!today || !tomorrow) throw new Error("there are no days");
  expect(proposedTime(today)).toBe(today.at);
  expect(proposedTime(tomorrow)).toBe(new Date(2026, 10, 5, 21).getTime());
});
