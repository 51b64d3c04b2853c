/**
 * SQL over whole tables: renaming, moving and deleting them piecemeal, and
 * copying the file. Imports, schema changes, clean-up and backups use it.
 */
import { setImmediate } from "node:timers";
import type Sqlite from "better-sqlite3";
import { createPrivateFile, Statement } from "./sqlite.ts";

export class BulkStorage {
  readonly #sqlite: Sqlite.Database;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(sqlite: Sqlite.Database) {
    this.#sqlite = sqlite;
    this.#sql = prepare(sqlite);
  }

  /**
   * Gives a table a new name and a new table number for its ids. Its documents
   * stay where they are.
   */
  rename(tableNumber: number, name: string, idNumber: number): void {
    this.#sql.rename.run(name, idNumber, tableNumber);
  }

  /**
   * Moves every document of table `from` into table `to`; row numbers stay the
   * same.
   */
  moveDocuments(from: number, to: number): void {
    this.#sql.moveDocuments.run(to, from);
  }

  /**
   * Moves every entry of index `from` into index `to`. The index keys must not
   * collide.
   */
  moveEntries(from: number, to: number): void {
    this.#sql.copyEntries.run(to, from);
    this.#sql.deleteIndexEntries.run(from);
  }

  /**
   * Deletes up to `limit` index entries or documents. Returns false if there was
   * nothing to delete.
   */
  deleteSome(
    tableNumber: number,
    indexIds: readonly number[],
    limit: number,
  ): boolean {
    for (const indexId of indexIds) {
      if (this.#sql.deleteEntries.runCounting(indexId, indexId, limit) > 0) {
        return true;
      }
    }
    return this.#sql.deleteDocuments.runCounting(tableNumber, limit) > 0;
  }

  deleteTable(tableNumber: number): void {
    this.#sql.deleteTable.run(tableNumber);
  }

  /**
   * Runs `work` while SQLite may write changed pages to the file before COMMIT,
   * which bounds memory for a transaction of any size.
   *
   * Use it only outside the group commit: with spilling on, a full disk can
   * fail any statement instead of showing up at COMMIT.
   */
  withSpill<T>(work: () => T): T {
    this.#sqlite.pragma("cache_spill = ON");
    try {
      return work();
    } finally {
      this.#sqlite.pragma("cache_spill = OFF");
    }
  }

  /**
   * Copies one consistent state into a new file, a few pages at a time, so that
   * other work on this thread continues in between. The copy holds exactly what is
   * committed when the promise resolves.
   *
   * SQLite copies nothing while a write transaction is open. `endTransaction` ends
   * that transaction, if there is one, right before each step, so that a copy
   * advances however busy the writers are.
   *
   * `endTransaction` cannot run before the first step. If SQLite refuses that step,
   * better-sqlite3 reports a finished copy of no pages, and the copy starts again.
   */
  async copyTo(file: string, endTransaction: () => void): Promise<void> {
    createPrivateFile(file);
    const progress = () => {
      // Runs in the same turn as the next step, directly before it.
      setImmediate(endTransaction);
      return PAGES_AT_A_TIME;
    };
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const { totalPages } = await this.#sqlite.backup(file, { progress });
      if (totalPages > 0) return;
      endTransaction();
    }
    throw new Error("The database was too busy for a copy to begin.");
  }

  /**
   * Reads the whole file and returns what is wrong with it, or null. Blocks the
   * thread meanwhile.
   */
  damage(): string | null {
    const [found = "no answer"] = this.#sql.integrityCheck.get() ?? [];
    return found === "ok" ? null : found;
  }

  /**
   * Writes all rows into a new file. Unlike a copy of the pages, the new file holds
   * nothing of rows that were deleted. Blocks the thread for as long as it takes to
   * read and write the whole file.
   */
  rewriteTo(file: string): void {
    createPrivateFile(file);
    this.#sqlite.prepare("VACUUM INTO ?").run(file);
  }
}

/** 1 MiB with 4 KiB pages, copied in a few milliseconds. */
const PAGES_AT_A_TIME = 256;
/** About half of all tries are refused under the heaviest load. */
const MOST_TRIES = 1_000;

function prepare(sqlite: Sqlite.Database) {
  const statement = <Row extends readonly unknown[]>(sql: string) =>
    new Statement<Row>(sqlite, sql);
  return {
    integrityCheck: statement<[string]>("PRAGMA integrity_check(1)"),
    rename: statement(
      "UPDATE tables SET name = ?, id_number = ? WHERE number = ?",
    ),
    moveDocuments: statement(
      "UPDATE documents SET table_number = ? WHERE table_number = ?",
    ),
    copyEntries: statement(
      "INSERT INTO index_entries (index_id, key, row) SELECT ?, key, row FROM index_entries WHERE index_id = ?",
    ),
    deleteIndexEntries: statement(
      "DELETE FROM index_entries WHERE index_id = ?",
    ),
    deleteEntries: statement(
      "DELETE FROM index_entries WHERE index_id = ? AND key IN (SELECT key FROM index_entries WHERE index_id = ? LIMIT ?)",
    ),
    deleteDocuments: statement(
      "DELETE FROM documents WHERE row IN (SELECT row FROM documents WHERE table_number = ? LIMIT ?)",
    ),
    deleteTable: statement("DELETE FROM tables WHERE number = ?"),
  };
}
