import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { ANYONE } from "../../contract/callers.ts";
import { TransactionRoot } from "../../worker/callContext.ts";
import { Heartbeat, NO_CALL } from "../../worker/heartbeat.ts";
import { CallSupervisor } from "./callSupervisor.ts";

afterEach(() => vi.useRealTimers());

test.each([
  ["one by one after a block, however long the start has taken", true, 1],
  ["together otherwise", false, 3],
])("calls run %s", async (_, startsSerial, most) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const options = { timeoutMs: 1_000, startsSerial };
  const supervisor = new CallSupervisor(new Heartbeat(), options);
  vi.advanceTimersByTime(60_000);
  const counts: number[] = [];
  const run = async () => {
    counts.push(supervisor.runningCount);
    await setImmediate();
    counts.push(supervisor.runningCount);
  };
  const root = () =>
    new TransactionRoot("request", ANYONE, 0, NO_CALL, { journal: null });
  await Promise.all(
    ["a", "b", "c"].map((path) => supervisor.supervise(root(), path, run)),
  );
  expect(Math.max(...counts)).toBe(most);
  supervisor.close();
});
