/** Changes what is stored in a way that no function offers, while the app is stopped. */
import { join } from "node:path";
import type { Transaction } from "../backend/src/database/contract.ts";
import { openDatabase } from "../backend/src/database/openDatabase.ts";
import {
  collect,
  commit,
  scanQuery,
} from "../backend/src/database/testing/testDatabase.ts";
import type { RunningApp } from "./app.ts";

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

/** Every document of one of the app's tables. */
export function rowsOf(transaction: Transaction, table: string) {
  return collect(transaction, scanQuery(table)).map((row) => ({
    id: row._id as string, // of every document
    row,
  }));
}
