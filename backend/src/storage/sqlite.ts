/** Opens SQLite the way a database of record needs it; statements whose errors name their SQL. */
import Sqlite from "better-sqlite3";
import { storageError } from "./storageErrors.ts";

export interface SqliteOptions {
  /** A file, or `:memory:`. */
  readonly path: string;
  /** The file refuses to grow above this, as if the disk were full. */
  readonly maxSizeBytes?: number;
  /** How long to wait for another process to let go of the file. */
  readonly waitMs?: number;
}

const PAGE_BYTES = 4096;

export function openSqlite(options: SqliteOptions): Sqlite.Database {
  const sqlite = new Sqlite(options.path, {
    timeout: options.waitMs ?? 10_000,
  });
  try {
    configure(sqlite, options);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return sqlite;
}

/** Whether another process has the file open. Nothing is said of what is in it. */
export function isInUse(path: string): boolean {
  try {
    openSqlite({ path, waitMs: 0 }).close();
    return false;
  } catch (error) {
    return error instanceof Sqlite.SqliteError && error.code === "SQLITE_BUSY";
  }
}

function configure(sqlite: Sqlite.Database, options: SqliteOptions): void {
  // A commit writes every page it touches, most for one short row.
  sqlite.pragma(`page_size = ${PAGE_BYTES}`);
  // One process owns the file: a second one is refused at the first statement,
  // and a read takes no file lock and no shared memory.
  sqlite.pragma("locking_mode = EXCLUSIVE");
  sqlite.pragma("journal_mode = WAL");
  // After the journal mode, never before: this build of SQLite falls back to
  // NORMAL when WAL is switched on, and NORMAL loses acknowledged commits when
  // the power fails.
  sqlite.pragma("synchronous = FULL");
  const synchronous = sqlite.pragma("synchronous", { simple: true });
  if (synchronous !== 2) {
    throw new Error(`synchronous is ${String(synchronous)}, it must be 2.`);
  }
  // Changed pages wait in memory for COMMIT, so that a full disk shows there,
  // where the outcome is known, and not in the middle of a batch.
  sqlite.pragma("cache_spill = OFF");
  sqlite.pragma("temp_store = MEMORY");
  sqlite.pragma("cache_size = -65536");
  sqlite.pragma(`journal_size_limit = ${64 << 20}`);
  if (options.maxSizeBytes !== undefined) {
    // Of the file as it is: it may have been made with pages of another size.
    const pageBytes = Number(sqlite.pragma("page_size", { simple: true }));
    const pages = Math.ceil(options.maxSizeBytes / pageBytes);
    sqlite.pragma(`max_page_count = ${pages}`);
  }
}

type Parameter = string | number | bigint | null;

/** A prepared statement; rows come as arrays. */
export class Statement<Row extends readonly unknown[]> {
  readonly #statement: Sqlite.Statement<Parameter[], Row>;
  readonly #sql: string;

  constructor(sqlite: Sqlite.Database, sql: string) {
    this.#sql = sql;
    try {
      const statement = sqlite.prepare<Parameter[], Row>(sql);
      this.#statement = statement.reader ? statement.raw(true) : statement;
    } catch (error) {
      throw storageError(error, sql);
    }
  }

  get(...parameters: Parameter[]): Row | undefined {
    try {
      return this.#statement.get(...parameters);
    } catch (error) {
      throw storageError(error, this.#sql);
    }
  }

  all(...parameters: Parameter[]): Row[] {
    try {
      return this.#statement.all(...parameters);
    } catch (error) {
      throw storageError(error, this.#sql);
    }
  }

  /** Returns the row id of an insert. */
  run(...parameters: Parameter[]): number {
    return Number(this.#run(parameters).lastInsertRowid);
  }

  /** Returns how many rows it has changed. */
  runCounting(...parameters: Parameter[]): number {
    return this.#run(parameters).changes;
  }

  #run(parameters: Parameter[]): Sqlite.RunResult {
    try {
      return this.#statement.run(...parameters);
    } catch (error) {
      throw storageError(error, this.#sql);
    }
  }
}
