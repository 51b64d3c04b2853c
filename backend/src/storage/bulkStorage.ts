/** Statements over whole tables: imports take tables into use and give up others. */
import type Sqlite from "better-sqlite3";
import { Statement } from "./sqlite.ts";

export class BulkStorage {
  readonly #sqlite: Sqlite.Database;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(sqlite: Sqlite.Database) {
    this.#sqlite = sqlite;
    this.#sql = prepare(sqlite);
  }

  rename(tableNumber: number, name: string, idNumber: number): void {
    this.#sql.rename.run(name, idNumber, tableNumber);
  }

  /** Documents of one table become those of another. */
  moveDocuments(from: number, to: number): void {
    this.#sql.moveDocuments.run(to, from);
  }

  moveEntries(from: number, to: number): void {
    this.#sql.copyEntries.run(to, from);
    this.#sql.deleteIndexEntries.run(from);
  }

  /** Removes some of a table; false when there is nothing left. */
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
   * Lets a transaction of any size go to the file before its commit, in bounded
   * memory. Only where nobody waits for the outcome of single commits.
   */
  withSpill<T>(work: () => T): T {
    this.#sqlite.pragma("cache_spill = ON");
    try {
      return work();
    } finally {
      this.#sqlite.pragma("cache_spill = OFF");
    }
  }

  /** A consistent copy, page by page between the other work of this thread. */
  async copyTo(file: string): Promise<void> {
    await this.#sqlite.backup(file, { progress: () => PAGES_AT_A_TIME });
  }
}

/** 2 MiB: some milliseconds. */
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
