import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  callOf,
  eventually,
  TestApp,
} from "../../../../test/support/fixtureApp.ts";
import { openDatabase } from "../../../database/openDatabase.ts";
import { findJobById, setJobState } from "./jobs.ts";

const JOBS = `
export const mark = internalMutation(async (ctx, { name }) => {
  await ctx.db.insert("marks", { name });
});
export const markAndFail = internalMutation(async (ctx) => {
  await ctx.db.insert("marks", { name: "never" });
  throw new Error("broken job");
});
export const act = internalAction(async (ctx, { name }) => {
  await ctx.runMutation(f("jobs:mark"), { name });
  return (await ctx.meta.getRequestMetadata()).scheduledFunctionId;
});
export const hang = internalAction(async (ctx) => {
  await ctx.runMutation(f("jobs:mark"), { name: "hang" });
  await new Promise(() => {});
});
export const schedule = mutation(async (ctx, { fn, delay, args }) =>
  ctx.scheduler.runAfter(delay ?? 0, f("jobs:" + fn), args ?? {}));
export const scheduleAndThrow = mutation(async (ctx) => {
  await ctx.scheduler.runAfter(0, f("jobs:mark"), { name: "never" });
  throw new Error("rolled back");
});
export const scheduleInNestedThrow = mutation(async (ctx) => {
  await ctx.runMutation(f("jobs:scheduleAndThrow")).catch(() => {});
});
export const cancel = mutation((ctx, { id }) => ctx.scheduler.cancel(id));
export const marks = query(async (ctx) => (await ctx.db.query("marks").collect()).map((m) => m.name));
export const job = query((ctx, { id }) => ctx.db.system.get(id));
export const all = query((ctx) => ctx.db.system.query("_scheduled_functions").collect());
`;

/** Twelve hours from now, so that a daily cron is not due in these tests. */
const FAR_HOUR = (new Date().getUTCHours() + 12) % 24;

const CRONS = `
const crons = cronJobs();
crons.interval("often", { seconds: 1 }, f("jobs:mark"), { name: "cron" });
crons.daily("daily", { hourUTC: ${FAR_HOUR}, minuteUTC: 0 }, f("jobs:mark"), { name: "daily" });
export default crons;`;

/**
 * Marks a job as in progress, as it stays if the process dies during the
 * action.
 */
function markInProgress(path: string, jobId: string): void {
  const database = openDatabase({ path });
  const transaction = database.begin();
  const job = findJobById(transaction, jobId);
  if (job === null) throw new Error("The job is missing.");
  setJobState(transaction, job, { kind: "inProgress" }, Date.now());
  database.apply(transaction);
  database.flush();
  database.close();
}

interface JobRow {
  state: { kind: string; error?: string };
  completedTime?: number;
}

describe("scheduled functions", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await TestApp.start({ "": { "jobs.js": JOBS } });
  });
  afterEach(() => app.stop());

  const schedule = (fn: string, more: Record<string, number | object> = {}) =>
    app.mutation("jobs:schedule", { fn, ...more }) as Promise<string>;
  const jobIn = (id: string, kind: string) =>
    eventually(async () => {
      const job = (await app.query("jobs:job", { id })) as unknown as JobRow;
      return job.state.kind === kind ? job : null;
    });

  test("a mutation runs once, and its job says so", async () => {
    const id = await schedule("mark", { args: { name: "m" } });
    const job = await jobIn(id, "success");
    expect(job.completedTime).toBeTypeOf("number");
    expect(await app.query("jobs:marks")).toEqual(["m"]);
  });

  test("a mutation that throws leaves only its error", async () => {
    const id = await schedule("markAndFail");
    const { state } = await jobIn(id, "failed");
    expect(state.error).toMatch("broken job");
    expect(await app.query("jobs:marks")).toEqual([]);
  });

  test("an action runs and can read the id of its job", async () => {
    const id = await schedule("act", { args: { name: "a" } });
    await jobIn(id, "success");
    expect(await app.query("jobs:marks")).toEqual(["a"]);
  });

  test("jobs that a failing mutation schedules do not exist", async () => {
    await app.runtime.runMutation(callOf("jobs:scheduleAndThrow"));
    await app.mutation("jobs:scheduleInNestedThrow");
    expect(await app.query("jobs:all")).toEqual([]);
  });

  test("a cancelled job does not run", async () => {
    const id = await schedule("mark", { delay: 3_000, args: { name: "x" } });
    await app.mutation("jobs:cancel", { id });
    const later = await schedule("mark", { delay: 3_050, args: { name: "y" } });
    await jobIn(later, "success");
    await jobIn(id, "canceled");
    expect(await app.query("jobs:marks")).toEqual(["y"]);
  });

  test("a job that comes due while the server is down runs once after the restart", async () => {
    await schedule("mark", { delay: 300, args: { name: "late" } });
    await app.runtime.close();
    await new Promise((resolve) => setTimeout(resolve, 400));
    await app.boot();
    await eventually(
      async () => ((await app.query("jobs:marks")) as string[]).length,
    );
    await app.restart();
    expect(await app.query("jobs:marks")).toEqual(["late"]);
  });

  test("an action cut off by a stop fails and does not run again", async () => {
    const id = await schedule("hang");
    await eventually(
      async () => ((await app.query("jobs:marks")) as string[]).length,
    );
    await jobIn(id, "inProgress");
    await app.restart();
    await jobIn(id, "failed");
    expect(await app.query("jobs:marks")).toEqual(["hang"]);
  });

  test("an action cut off by a crash fails and does not run again", async () => {
    const id = await schedule("mark", { delay: 600_000 });
    await app.runtime.close();
    markInProgress(join(app.dataDir, "database.sqlite"), id);
    await app.boot();
    const { state } = await jobIn(id, "failed");
    expect(state.error).toMatch("Actions are not run twice");
  });

  test("an action in progress continues through a push", async () => {
    const id = await schedule("hang");
    await jobIn(id, "inProgress");
    await app.push({ "": { "jobs.js": JOBS } });
    await jobIn(id, "inProgress");
  });

  test("many simultaneous jobs run once each", async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        schedule("mark", { args: { name: `n${i}` } }),
      ),
    );
    const marks = await eventually(async () => {
      const found = (await app.query("jobs:marks")) as string[];
      return found.length >= 60 ? found : null;
    });
    expect(new Set(marks).size).toBe(60);
    expect(marks).toHaveLength(60);
  });

  test("crons run, and deleted ones do not", async () => {
    await app.push({ "": { "jobs.js": JOBS, "crons.js": CRONS } });
    await eventually(
      async () => ((await app.query("jobs:marks")) as string[]).length >= 2,
    );
    const marks = (await app.query("jobs:marks")) as string[];
    expect(new Set(marks)).toEqual(new Set(["cron"]));
    await app.push({ "": { "jobs.js": JOBS } });
    const before = await app.query("jobs:marks");
    const id = await schedule("mark", { delay: 1100, args: { name: "end" } });
    await jobIn(id, "success");
    expect(await app.query("jobs:marks")).toEqual([
      ...(before as string[]),
      "end",
    ]);
  });
});
