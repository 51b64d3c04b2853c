/**
 * The main thread reports the end of an action again if the executor died
 * before it answered.
 */
import { expect, test } from "vitest";
import {
  commit,
  openTestDatabase,
} from "../../../../test/support/testDatabase.ts";
import type { Completed } from "../transactions/transactionRunner.ts";
import { beginCron } from "./crons.ts";
import { findJobByRow, insertCronJob, listJobs } from "./jobs.ts";
import { Scheduler } from "./scheduler.ts";

test("an action's end that arrives twice does not postpone its cron", async () => {
  const database = openTestDatabase();
  const unused = () => {
    throw new Error("Not called while the scheduler is stopped.");
  };
  const scheduler = new Scheduler({
    database,
    deployment: null,
    udfTypeOf: unused,
    transact: (run) => {
      commit(database, run);
      // This is all that `finish` reads.
      return Promise.resolve({ ok: true } as Completed);
    },
    runMutation: unused,
    startAction: unused,
    describe: unused,
    onBug: unused,
  });
  const rowId = commit(database, (transaction) => {
    insertCronJob(transaction, {
      component: "",
      path: "jobs:act",
      runAt: Date.now(),
      cronName: "hourly",
      cronSpec: JSON.stringify({ schedule: { type: "interval", hours: 1 } }),
    });
    const [job] = listJobs(transaction, "cron");
    if (job === undefined) throw new Error("The cron is missing.");
    beginCron(transaction, job);
    return job.rowId;
  });
  const dueAt = () =>
    commit(database, (tx) => findJobByRow(tx, rowId)?.runAt ?? null);

  await scheduler.finish(rowId, null);
  const first = dueAt();
  await scheduler.finish(rowId, null);
  expect(dueAt()).toBe(first);
  database.close();
});
