/**
 * Crons as rows of `_jobs`. Each cron has one row, which either waits for its
 * next date or is running. So runs of one cron never overlap, and after a
 * restart each cron continues where it was.
 */
import type { ComponentPath, Transaction } from "../../../database/contract.ts";
import { canonicalPath } from "../../contract/canonicalPath.ts";
import type { DeployedComponent } from "../../contract/runtime.ts";
import type { ConvexJsonObject } from "../../../values/convexJson.ts";
import { nextRunAt } from "./cronSchedule.ts";
import {
  insertCronJob,
  type Job,
  listJobs,
  removeJob,
  setCronState,
} from "./jobs.ts";

interface CronSpec {
  readonly name: string;
  readonly args: readonly [ConvexJsonObject];
  readonly schedule: ConvexJsonObject;
}

/** Adds new crons, removes deleted ones and keeps the dates of unchanged ones. */
export function syncCrons(
  transaction: Transaction,
  components: readonly DeployedComponent[],
  now: number,
): void {
  const existing = new Map(
    [
      ...listJobs(transaction, "cron"),
      ...listJobs(transaction, "cronInProgress"),
    ].map((job) => [cronKey(job.component, job.cronName ?? ""), job]),
  );
  for (const { path: component, crons } of components) {
    for (const [cronName, spec] of crons) {
      const key = cronKey(component, cronName);
      const cronSpec = JSON.stringify(spec);
      const known = existing.get(key);
      existing.delete(key);
      if (known?.cronSpec === cronSpec) continue;
      if (known) removeJob(transaction, known);
      const { name, schedule } = parseSpec(cronSpec);
      const runAt = nextRunAt(schedule, null, now);
      const path = canonicalPath(name);
      insertCronJob(transaction, {
        component,
        path,
        runAt,
        cronName,
        cronSpec,
      });
    }
  }
  for (const job of existing.values()) removeJob(transaction, job);
}

export function cronArgs(job: Job): ConvexJsonObject {
  return parseSpec(job.cronSpec ?? "{}").args[0];
}

export function beginCron(transaction: Transaction, job: Job): void {
  setCronState(transaction, job, { state: "cronInProgress" });
}

/** Moves the cron to its next date and records how the last run ended. */
export function finishCron(
  transaction: Transaction,
  job: Job,
  error: string | null,
  now: number,
): void {
  const { schedule } = parseSpec(job.cronSpec ?? "{}");
  setCronState(transaction, job, {
    state: "cron",
    runAt: nextRunAt(schedule, job.runAt, now),
    lastRunAt: now,
    lastError: error,
  });
}

function cronKey(component: ComponentPath, name: string): string {
  return `${component};${name}`;
}

function parseSpec(text: string): CronSpec {
  // `syncCrons` stored this text, which comes from `crons.export()` of
  // convex/server.
  return JSON.parse(text) as CronSpec;
}
