import { Storage, type StoredTable } from "../storage/storage.ts";
import { countRows, type TableRows } from "./tableRows.ts";

const JOBS = "_scheduled_functions";
const FINISHED = new Set(["success", "failed", "canceled"]);
const ROWS_AT_A_TIME = 100;

/** The part of a job's row that matters here. */
interface JobRow {
  args: unknown[];
  state: { kind: string; error?: string };
}

/**
 * Writes the rows of the database `from` to the new file `to`; see `CleanCopies`.
 * Changes `from`, which must be a copy itself. Returns how many rows each table of
 * `from` has.
 */
export function writeCleanCopy(from: string, to: string): TableRows[] {
  const storage = new Storage({ path: from });
  try {
    const tables = storage.tables().filter(({ name }) => name === JOBS);
    for (const table of tables) forgetFinished(storage, table);
    storage.bulk.rewriteTo(to);
    return countRows(storage);
  } finally {
    storage.close();
  }
}

/** Clears the arguments and errors of finished jobs. */
function forgetFinished(storage: Storage, { number }: StoredTable): void {
  let after = "";
  for (;;) {
    const rows = storage.documentsAfter(number, after, ROWS_AT_A_TIME);
    const last = rows.at(-1);
    if (last === undefined) return;
    storage.begin();
    for (const { id, json } of rows) forget(storage, number, id, json);
    storage.commit();
    after = last.id;
  }
}

function forget(storage: Storage, table: number, id: string, json: string) {
  const job = JSON.parse(json) as JobRow; // only the scheduler writes these rows
  const row = storage.document(table, id)?.row;
  if (row === undefined || !FINISHED.has(job.state.kind)) return;
  const { error, ...state } = job.state;
  const emptied = error === undefined ? state : { ...state, error: "" };
  const forgotten = { ...job, args: [], state: emptied };
  storage.updateDocument(row, JSON.stringify(forgotten));
}
