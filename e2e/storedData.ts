/**
 * Stops the app, changes its database directly, and starts it again, for states that no function
 * can create. Imports the backend's sources, because the package does not export the database.
 */
import { join } from "node:path";
import type { Transaction } from "../backend/src/database/contract.ts";
import { openDatabase } from "../backend/src/database/openDatabase.ts";
import { findJobById } from "../backend/src/runtime/executor/scheduler/jobs.ts";
import type { ConvexJsonObject } from "../backend/src/values/convexJson.ts";
import {
  collect,
  commit,
  scanQuery,
} from "../backend/test/support/testDatabase.ts";
import type { RunningApp } from "./app.ts";

export type { Transaction };

export async function changeStored(
  app: RunningApp,
  change: (transaction: Transaction) => void,
): Promise<void> {
  await app.stop();
  const database = openDatabase({ path: join(app.dataDir, "database.sqlite") });
  try {
    commit(database, change);
  } finally {
    database.close();
  }
  await app.startAgain();
}

/** Returns every document of one of the app's tables. */
export function rowsOf(
  transaction: Transaction,
  table: string,
): { id: string; row: ConvexJsonObject }[] {
  return collect(transaction, scanQuery(table)).map((row) => ({
    id: row._id as string, // every document has an _id
    row,
  }));
}

/**
 * Moves the start of an announced cypher and the reminder before it. The app's own functions accept
 * no start within the next quarter of an hour.
 */
export function startSooner(
  app: RunningApp,
  cypherId: string,
  inMs: number,
): Promise<void> {
  return changeStored(app, (transaction) => {
    const cyphers = rowsOf(transaction, "cyphers");
    const row = cyphers.find(({ id }) => id === cypherId)?.row;
    const jobId = row?.idleJobId;
    const job =
      typeof jobId === "string" ? findJobById(transaction, jobId) : null;
    if (!job) throw new Error("The cypher has no reminder ahead.");
    const startsAt = Date.now() + inMs;
    const runAt = startsAt - (Number(row?.startsAt) - job.runAt);
    transaction.patch("", cypherId, { startsAt });
    transaction.patch("", job.rowId, { runAt }, "_jobs");
    const planned = { scheduledTime: runAt };
    transaction.patch("", job.jobId, planned, "_scheduled_functions");
  });
}
