import { expect, test } from "vitest";
import type { FunctionExecution } from "../runtime/contract/runtime.ts";
import { FunctionLogs } from "./functionLogs.ts";

const HOLD_MS = 60_000;

function makeLogs({
  capacity = 10,
  maxLength = 1_000,
  holdMs = HOLD_MS,
  at = 1_000,
} = {}) {
  return new FunctionLogs({ capacity, maxLength, holdMs, now: () => at });
}

function execution(path: string): FunctionExecution {
  return {
    component: "",
    path,
    udfType: "Mutation",
    logLines: ["[LOG] 'hello'"],
    startedAt: 1_000,
    durationMs: 5,
    error: null,
    requestId: "r",
    identityType: "none",
  };
}

function paths(page: {
  entries: readonly Readonly<Record<string, unknown>>[];
}) {
  return page.entries.map(({ identifier }) => identifier);
}

test("answers the first poll at once, with earlier executions", async () => {
  const logs = makeLogs();
  expect(paths(await logs.poll(0))).toEqual([]);
  logs.add(execution("a:b"));
  const page = await logs.poll(0);
  expect(page.entries).toMatchObject([
    {
      kind: "Completion",
      identifier: "a:b",
      logLines: ["[LOG] 'hello'"],
      executionTime: 0.005,
      error: null,
    },
  ]);
});

test("holds a poll without news until the next execution", async () => {
  const logs = makeLogs();
  const { newCursor } = await logs.poll(0);
  const waiting = logs.poll(newCursor);
  logs.add(execution("a:b"));
  const page = await waiting;
  expect(paths(page)).toEqual(["a:b"]);
  expect(page.newCursor).toBeGreaterThan(newCursor);
});

test("answers a poll without news after the hold time, with its own cursor", async () => {
  const logs = makeLogs({ holdMs: 1 });
  const { newCursor } = await logs.poll(0);
  expect(await logs.poll(newCursor)).toEqual({ entries: [], newCursor });
});

test("returns executions of the same instant once each", async () => {
  const logs = makeLogs();
  logs.add(execution("a:1"));
  const first = await logs.poll(0);
  logs.add(execution("a:2"));
  logs.add(execution("a:3"));
  expect(paths(await logs.poll(first.newCursor))).toEqual(["a:2", "a:3"]);
});

test("returns new executions for a cursor from before a restart", async () => {
  const { newCursor } = await makeLogs({ at: 1_000 }).poll(0);
  const restarted = makeLogs({ at: 2_000 });
  restarted.add(execution("a:b"));
  expect(paths(await restarted.poll(newCursor))).toEqual(["a:b"]);
});

test("keeps only the latest executions", async () => {
  const logs = makeLogs({ capacity: 2 });
  for (const name of ["a:1", "a:2", "a:3"]) logs.add(execution(name));
  expect(paths(await logs.poll(0))).toEqual(["a:2", "a:3"]);
});

test("keeps only a limited amount of text, but always the latest execution", async () => {
  const logs = makeLogs();
  const error = "x".repeat(400);
  for (const name of ["a:1", "a:2", "a:3"]) {
    logs.add({ ...execution(name), error });
  }
  expect(paths(await logs.poll(0))).toEqual(["a:2", "a:3"]);
  logs.add({ ...execution("a:4"), logLines: ["x".repeat(2_000)] });
  expect(paths(await logs.poll(0))).toEqual(["a:4"]);
  logs.add(execution("a:5"));
  expect(paths(await logs.poll(0))).toEqual(["a:5"]);
});
