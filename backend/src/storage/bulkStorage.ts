/**
 * SQL over whole tables: renaming, moving and deleting them piecemeal, and
 * copying the file. Imports, schema changes, clean-up and backups use it.
 */
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
   * Gives a table a new name and a new number within ids. Its documents stay
   * where they are.
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
   * Deletes up to `limit` index entries or documents. Returns false once none
   * are left.
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
   * other work on this thread continues in between.
   */
  async copyTo(file: string): Promise<void> {
    createPrivateFile(file);
    await this.#sqlite.backup(file, { progress: () => PAGES_AT_A_TIME });
  }

  /**
   * Writes all rows into a new file. Unlike a copy of the pages, it holds
   * nothing of rows that were deleted. Blocks the thread for as long as it takes
   * to read and write the whole file.
   */
  rewriteTo(file: string): void {
    createPrivateFile(file);
    this.#sqlite.prepare("VACUUM INTO ?").run(file);
  }
}

/** 1 MiB with 4 KiB pages, copied in a few milliseconds. */
const PAGES_AT_A_TIME = 256;

function prepare(sqlite: Sqlite.Database) {
  const statement = (sql: string) => new Statement(sqlite, sql);
  return {
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
