import { expect, test } from "vitest";
import { createLog, logLevels } from "./log.ts";

test.each([
  ["error", 1],
  ["warn", 2],
  ["info", 3],
  ["debug", 4],
] as const)("level %s writes %i levels", (lowest, count) => {
  const lines: string[] = [];
  const log = createLog(lowest, (line) => lines.push(line));
  for (const level of logLevels) log(level, "said");
  expect(lines).toHaveLength(count);
});

test("writes one JSON object per line, whatever the message contains", () => {
  const lines: string[] = [];
  const log = createLog("info", (line) => lines.push(line));
  log("warn", 'two\nlines and "quotes"', { path: "votes:cast" });
  expect(lines).toHaveLength(1);
  expect(lines[0]?.indexOf("\n")).toBe((lines[0]?.length ?? 0) - 1);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    level: "warn",
    message: 'two\nlines and "quotes"',
    path: "votes:cast",
  });
});
