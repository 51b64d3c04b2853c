/**
 * Opens SQLite with the settings a system of record needs, and wraps statements
 * so that their errors name the SQL.
 */
import { closeSync, openSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { codeOf, storageError } from "./storageErrors.ts";

export interface SqliteOptions {
  /** A file path, or `:memory:`. */
  readonly path: string;
  /**
   * The largest size of the file. Beyond it, writes fail as if the disk were
   * full.
   */
  readonly maxSizeBytes?: number;
  /**
   * How long to wait for another process to release the file. Default: 10
   * seconds.
   */
  readonly waitMs?: number;
}

/** Name of the database file within a data directory. */
export const DATABASE_FILE = "database.sqlite";

const PAGE_BYTES = 4096;

/** Number of pages in the WAL that make a checkpoint worth its time. */
export const CHECKPOINT_PAGES = 1_000;
/** With more pages than this in the WAL, a commit waits for a checkpoint. */
const MOST_WAL_PAGES = 4_000;

/**
 * Opens the file, creating it if needed, for this process alone.
 * @throws SqliteError if another process has the file open, or it is not a
 * database
 */
export function openSqlite(options: SqliteOptions): Sqlite.Database {
  if (options.path !== ":memory:") createPrivateFile(options.path);
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

/**
 * Returns whether another process has the file open. Says nothing about the
 * file's contents.
 */
export function isInUse(path: string): boolean {
  try {
    openSqlite({ path, waitMs: 0 }).close();
    return false;
  } catch (error) {
    return error instanceof Sqlite.SqliteError && error.code === "SQLITE_BUSY";
  }
}

/**
 * Creates an empty file that only its owner can read; SQLite would let everyone
 * read a new database. The WAL file inherits these permissions.
 *
 * Leaves an existing file alone. Opening and closing it here would drop the
 * locks that this process holds on it.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

function configure(sqlite: Sqlite.Database, options: SqliteOptions): void {
  // A commit writes every page it touches, often for one short row. Small pages
  // keep that cheap.
  sqlite.pragma(`page_size = ${PAGE_BYTES}`);
  // One process owns the file. A second process fails at its first statement,
  // and reads need no file locks or shared memory.
  sqlite.pragma("locking_mode = EXCLUSIVE");
  sqlite.pragma("journal_mode = WAL");
  // Set this after the journal mode, never before. Switching on WAL resets this
  // build of SQLite to NORMAL, which loses acknowledged commits on a power
  // failure.
  sqlite.pragma("synchronous = FULL");
  const synchronous = sqlite.pragma("synchronous", { simple: true });
  if (synchronous !== 2) {
    throw new Error(`synchronous is ${String(synchronous)}, it must be 2.`);
  }
  // Keep changed pages in memory until COMMIT. A full disk then fails the
  // COMMIT, where the outcome is known, and not some statement in a batch.
  sqlite.pragma("cache_spill = OFF");
  sqlite.pragma("temp_store = MEMORY");
  sqlite.pragma("cache_size = -65536");
  // The executor checkpoints earlier, at moments when nobody waits. If there is no
  // such moment, SQLite checkpoints within a commit.
  sqlite.pragma(`wal_autocheckpoint = ${MOST_WAL_PAGES}`);
  sqlite.pragma(`journal_size_limit = ${64 << 20}`);
  if (options.maxSizeBytes !== undefined) {
    // Ask the file: it may have been created with another page size.
    const pageBytes = Number(sqlite.pragma("page_size", { simple: true }));
    const pages = Math.ceil(options.maxSizeBytes / pageBytes);
    sqlite.pragma(`max_page_count = ${pages}`);
  }
}

type Parameter = string | number | bigint | Uint8Array | null;

/**
 * A prepared statement that returns rows as arrays. Throws the errors that
 * `storageError` makes.
 */
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

  /** Returns the row id of the last insert. */
  run(...parameters: Parameter[]): number {
    return Number(this.#run(parameters).lastInsertRowid);
  }

  /** Returns the number of rows changed. */
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
