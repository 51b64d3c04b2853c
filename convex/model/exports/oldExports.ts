import type { AnyDataModel, GenericDatabaseWriter } from "convex/server";
import type { GenericId } from "convex/values";
import { internal } from "../../_generated/api";
import type { WriteCtx } from "../contexts";

/** Earlier versions prepared exports on the server. The schema no longer names their tables. */
const TABLES = ["exportEntries", "exports"];
/** A row may have 300 KiB. */
const ROWS_PER_TURN = 20;

/** Empties the tables of earlier versions, in batches. */
export async function removeOldExports({
  db,
  scheduler,
}: Pick<WriteCtx, "db" | "scheduler">): Promise<void> {
  // Only the type of `db` leaves out tables that are not in the schema.
  const anyDb = db as unknown as GenericDatabaseWriter<AnyDataModel>;
  for (const table of TABLES) {
    const rows = await anyDb.query(table).take(ROWS_PER_TURN);
    // Every row has an id.
    const ids = rows.map((row) => (row as { _id: GenericId<string> })._id);
    for (const id of ids) await anyDb.delete(table, id);
    if (rows.length === ROWS_PER_TURN) {
      await scheduler.runAfter(0, internal.exports.removeOld, {});
      return;
    }
  }
}
