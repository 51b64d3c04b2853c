import { expect, test } from "vitest";
import type { Log } from "../log/log.ts";
import type { FunctionExecution } from "../runtime/contract/runtime.ts";
import { logExecutions } from "./logExecutions.ts";

const execution: FunctionExecution = {
  ...{ component: "", path: "mail:send", udfType: "Action", logLines: [] },
  ...{ startedAt: 0, durationMs: 5, requestId: "r1" },
  error: "550 <asha@example.com> is unknown\n    at deliver (mail.js:1:2)",
  identityType: "system",
};

/** Returns the levels and errors that are logged for an execution. */
function loggedFor(given: Partial<FunctionExecution>) {
  const lines: unknown[][] = [];
  const log: Log = (level, _, fields) => lines.push([level, fields?.error]);
  logExecutions(
    { onExecution: (listener) => listener({ ...execution, ...given }) },
    log,
  );
  return lines.filter(([level]) => level !== "debug");
}

test("warns of a scheduled function that failed, without addresses", () => {
  expect(loggedFor({})).toEqual([
    ["warn", "550 <(address)> is unknown\n    at deliver (mail.js:1:2)"],
  ]);
});

test("does not warn of what a caller learns, or of what went well", () => {
  expect(loggedFor({ identityType: "user" })).toEqual([]);
  expect(loggedFor({ error: null })).toEqual([]);
});

test("passes on what a function warns of, without addresses", () => {
  const lines: unknown[] = [];
  const log: Log = (level, _, fields) =>
    level === "warn" && lines.push(fields?.warning);
  const logLines = ["[LOG] 'hello'", "[WARN] 'no mail to asha@example.com'"];
  const warned = { ...execution, logLines, error: null };
  logExecutions({ onExecution: (listener) => listener(warned) }, log);
  expect(lines).toEqual(["[WARN] 'no mail to (address)'"]);
});
