/**
 * Owns the SQLite file: documents, index entries, the catalog's rows, settings,
 * answered requests, and the one write transaction of the current batch. All SQL is
 * in this folder.
 *
 * Storage knows nothing of function transactions, schemas or the order of values:
 * keys are opaque binary strings.
 *
 * Every read completes in one `.all()` or `.get()`. No cursor stays open, so reads
 * never hold up a checkpoint.
 *
 * Every method may throw `StorageFullError` or `StorageFailedError`.
 */
import type Sqlite from "better-sqlite3";
import { BulkStorage } from "./bulkStorage.ts";
import { documentIdBound } from "./documentIdBound.ts";
import { CREATE_SEARCH_TABLES, SearchStorage } from "./searchStorage.ts";
import { CHECKPOINT_PAGES, openSqlite, type SqliteOptions } from "./sqlite.ts";
import { StorageFailedError } from "./storageErrors.ts";
import { StartRefusal } from "./startRefusal.ts";
import { prepareStatements } from "./statements.ts";
import { requireSynchronous, type Synchronous } from "./synchronous.ts";
import { CREATE_META, CREATE_TABLES, FORMAT_VERSION } from "./tables.ts";
import { CREATE_VECTOR_TABLES, VectorStorage } from "./vectorStorage.ts";

export type Order = "asc" | "desc";

/** A range of keys: `low` is inclusive, `high` exclusive. */
export interface KeyRange {
  readonly low: string;
  readonly high: string;
}

export interface StoredRow {
  readonly key: string;
  readonly json: string;
}

export interface StoredDocument {
  readonly row: number;
  readonly json: string;
}

export interface StoredTable {
  readonly number: number;
  readonly component: string;
  readonly name: string;
  /** The table number in the ids of the table's documents. */
  readonly idNumber: number;
}

export interface StoredIndex {
  readonly id: number;
  readonly tableNumber: number;
  readonly name: string;
  readonly fields: readonly string[];
}

/** Identifies one mutation request of a client. */
export interface RequestKey {
  readonly sessionId: string;
  readonly requestId: number;
}

/** The stored outcome of a mutation. */
export interface Answer {
  readonly ts: bigint;
  readonly resultJson: string;
  readonly logLines: readonly string[];
}

export class Storage {
  readonly #sqlite: Sqlite.Database;
  readonly #sql: ReturnType<typeof prepareStatements>;
  readonly search: SearchStorage;
  readonly vectors: VectorStorage;
  readonly bulk: BulkStorage;

  /** @throws StartRefusal if the file has another format */
  constructor(options: SqliteOptions) {
    this.#sqlite = openSqlite(options);
    try {
      requireFormat(this.#sqlite);
      this.#sqlite.exec(
        CREATE_TABLES + CREATE_SEARCH_TABLES + CREATE_VECTOR_TABLES,
      );
      this.#sql = prepareStatements(this.#sqlite);
      this.search = new SearchStorage(this.#sqlite);
      this.vectors = new VectorStorage(this.#sqlite);
      this.bulk = new BulkStorage(this.#sqlite);
    } catch (error) {
      this.#sqlite.close();
      throw error;
    }
  }

  // Documents and indexes

  /** Returns the document's JSON text, or null. */
  documentJson(tableNumber: number, id: string): string | null {
    return this.#sql.documentJson.get(tableNumber, id)?.[0] ?? null;
  }

  document(tableNumber: number, id: string): StoredDocument | null {
    const found = this.#sql.document.get(tableNumber, id);
    return found === undefined ? null : { row: found[0], json: found[1] };
  }

  countDocuments(tableNumber: number): number {
    return this.#sql.countDocuments.get(tableNumber)?.[0] ?? 0;
  }

  /** Returns up to `limit` entries of an index within a range, in order. */
  scanIndex(
    indexId: number,
    range: KeyRange,
    order: Order,
    limit: number,
  ): StoredRow[] {
    const scan = order === "asc" ? this.#sql.scanUp : this.#sql.scanDown;
    return scan
      .all(indexId, range.low, range.high, limit)
      .map(([key, json]) => ({ key, json }));
  }

  /**
   * Returns up to `limit` documents of a table, ordered by id. `range` holds
   * `by_id` keys.
   */
  scanDocuments(
    tableNumber: number,
    range: KeyRange,
    order: Order,
    limit: number,
  ): { id: string; json: string }[] {
    const scan =
      order === "asc" ? this.#sql.documentsUp : this.#sql.documentsDown;
    return scan
      .all(
        tableNumber,
        documentIdBound(range.low),
        documentIdBound(range.high),
        limit,
      )
      .map(([id, json]) => ({ id, json }));
  }

  /** Returns up to `limit` documents with ids above `id`, ordered by id. */
  documentsAfter(
    tableNumber: number,
    id: string,
    limit: number,
  ): (StoredDocument & { id: string })[] {
    return this.#sql.documentsAfter
      .all(tableNumber, id, limit)
      .map(([row, found, json]) => ({ row, id: found, json }));
  }

  /** Returns the row number of the new document. */
  insertDocument(tableNumber: number, id: string, json: string): number {
    return this.#sql.insertDocument.run(tableNumber, id, json);
  }

  updateDocument(row: number, json: string): void {
    this.#sql.updateDocument.run(json, row);
  }

  deleteDocument(row: number): void {
    this.#sql.deleteDocument.run(row);
  }

  insertEntry(indexId: number, key: string, row: number): void {
    this.#sql.insertEntry.run(indexId, key, row);
  }

  deleteEntry(indexId: number, key: string): void {
    this.#sql.deleteEntry.run(indexId, key);
  }

  // Catalog

  tables(): StoredTable[] {
    return this.#sql.tables
      .all()
      .map(([number, component, name, idNumber]) => ({
        number,
        component,
        name,
        idNumber,
      }));
  }

  indexes(): StoredIndex[] {
    return this.#sql.indexes.all().map(([id, tableNumber, name, fields]) => ({
      id,
      tableNumber,
      name,
      // `insertIndex` wrote this text, so it is an array of strings.
      fields: JSON.parse(fields) as string[],
    }));
  }

  insertTable(table: StoredTable): void {
    this.#sql.insertTable.run(
      table.number,
      table.component,
      table.name,
      table.idNumber,
    );
  }

  insertIndex(index: StoredIndex): void {
    this.#sql.insertIndex.run(
      index.id,
      index.tableNumber,
      index.name,
      JSON.stringify(index.fields),
    );
  }

  /** Removes an index and all its entries. */
  deleteIndex(indexId: number): void {
    this.#sql.deleteEntries.run(indexId);
    this.#sql.deleteIndex.run(indexId);
  }

  // Settings and other small values

  meta(key: string): string | null {
    return this.#sql.meta.get(key)?.[0] ?? null;
  }

  setMeta(key: string, value: string): void {
    this.#sql.setMeta.run(key, value);
  }

  setting(key: string): string | null {
    return this.#sql.setting.get(key)?.[0] ?? null;
  }

  setSetting(key: string, value: string | null): void {
    if (value === null) this.#sql.deleteSetting.run(key);
    else this.#sql.setSetting.run(key, value);
  }

  settings(prefix: string): [key: string, value: string][] {
    return this.#sql.settings
      .all()
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key, value]);
  }

  // Answered requests

  answer(request: RequestKey): Answer | null {
    const { sessionId, requestId } = request;
    const found = this.#sql.answer.get(sessionId, requestId);
    if (found === undefined) return null;
    const [ts, resultJson, logLines] = found;
    return {
      ts: BigInt(ts),
      resultJson,
      // `insertAnswer` wrote this text, so it is an array of strings.
      logLines: JSON.parse(logLines) as string[],
    };
  }

  insertAnswer(answer: RequestKey & Answer, storedAt: number): void {
    this.#sql.insertAnswer.run(
      answer.sessionId,
      answer.requestId,
      String(answer.ts),
      answer.resultJson,
      JSON.stringify(answer.logLines),
      storedAt,
    );
  }

  deleteAnswers(storedBefore: number): void {
    this.#sql.deleteAnswers.run(storedBefore);
  }

  // The batch

  get inTransaction(): boolean {
    return this.#sqlite.inTransaction;
  }

  begin(): void {
    this.#sql.begin.run();
  }

  commit(): void {
    this.#sql.commit.run();
  }

  rollback(): void {
    if (this.inTransaction) this.#sql.rollback.run();
  }

  /**
   * Moves what was committed from the WAL to the database file, if that is worth
   * the few milliseconds it takes. No transaction may be open.
   */
  checkpoint(): void {
    const [, pages, movedPages] = this.#sql.walState.get() ?? [0, 0, 0];
    if (pages - movedPages >= CHECKPOINT_PAGES) this.#sql.checkpoint.get();
  }

  /**
   * Runs `work` in its own transaction, all or nothing. No transaction may be
   * open.
   * @throws if `work` returns a promise
   */
  transaction<T>(work: () => Synchronous<T>): T {
    this.begin();
    try {
      const result = work();
      requireSynchronous(result);
      this.commit();
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  /**
   * Runs `work` within the open transaction, all or nothing. On some errors
   * SQLite rolls back the whole transaction; `inTransaction` is then false.
   * @throws if `work` returns a promise
   * @throws StorageFailedError if it is unknown what has been undone
   */
  withSavepoint<T>(work: () => Synchronous<T>): T {
    this.#sql.savepoint.run();
    try {
      const result = work();
      requireSynchronous(result);
      this.#sql.release.run();
      return result;
    } catch (error) {
      if (this.inTransaction) this.#undoSavepoint();
      throw error;
    }
  }

  #undoSavepoint(): void {
    try {
      this.#sql.rollbackTo.run();
      this.#sql.release.run();
    } catch (cause) {
      throw new StorageFailedError("A savepoint could not be undone.", {
        cause,
      });
    }
  }

  close(): void {
    this.rollback();
    this.#sqlite.close();
  }
}

/**
 * Checks the format before anything else, so that a file of another format is not
 * changed.
 */
function requireFormat(sqlite: Sqlite.Database): void {
  sqlite.exec(CREATE_META);
  sqlite
    .prepare("INSERT OR IGNORE INTO meta (key, value) VALUES ('format', ?)")
    .run(String(FORMAT_VERSION));
  const found: unknown = sqlite
    .prepare("SELECT value FROM meta WHERE key = 'format'")
    .pluck()
    .get();
  if (found === String(FORMAT_VERSION)) return;
  throw new StartRefusal(
    `The database has format ${String(found)}; this version of the backend reads format ${FORMAT_VERSION}. Start the version that wrote it, or choose another data directory.`,
  );
}
