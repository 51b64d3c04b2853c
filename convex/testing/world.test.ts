import { afterEach, expect, test, vi } from "vitest";
import { internal } from "../_generated/api";
import { DAY_MS, MINUTE_MS } from "../shared/limits";
import { makeEmptyWorld } from "./test.world";

afterEach(() => {
  vi.useRealTimers();
});

/** Schedules a job in a new world, and returns all jobs of that world. */
async function jobsOfOneTest() {
  const { t, join } = await makeEmptyWorld();
  const { userId } = await join();
  const mail = { userId, purpose: "reset", attempt: 1 } as const;
  return t.run(async (ctx) => {
    await ctx.scheduler.runAfter(MINUTE_MS, internal.mail.send, mail);
    return ctx.db.system.query("_scheduled_functions").collect();
  });
}

test("a test sees its jobs", async () => {
  vi.setSystemTime(Date.now() + 2 * DAY_MS);
  expect(await jobsOfOneTest()).toHaveLength(1);
});

test("a test sees its jobs although the clock of an earlier one was ahead", async () => {
  expect(await jobsOfOneTest()).toHaveLength(1);
});
