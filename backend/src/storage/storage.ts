/**
 * Owns the SQLite file: documents, index entries, the catalog's rows, settings
 * and answered requests, and the one write transaction of the current batch.
 * The only folder with SQL. It knows nothing of transactions of functions,
 * schemas or the order of values: keys are opaque binary strings.
 *
 * Every read is a complete `.all()` or `.get()`; no cursor stays open, so a
 * checkpoint is never held up.
 */
import type Sqlite from "better-sqlite3";
import { BulkStorage } from "./bulkStorage.ts";
import { documentIdBound } from "./documentIdBound.ts";
import { CREATE_SEARCH_TABLES, SearchStorage } from "./searchStorage.ts";
import { openSqlite, type SqliteOptions, Statement } from "./sqlite.ts";
import { CREATE_META, CREATE_TABLES, FORMAT_VERSION } from "./tables.ts";

export type Order = "asc" | "desc";

/** `low` inclusive, `high` exclusive. */
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
  /** The number within the ids of its documents. */
  readonly idNumber: number;
}

export interface StoredIndex {
  readonly id: number;
  readonly tableNumber: number;
  readonly name: string;
  readonly fields: readonly string[];
}

export interface RequestKey {
  readonly sessionId: string;
  readonly requestId: number;
}

export interface Answer {
  readonly ts: bigint;
  readonly resultJson: string;
  readonly logLines: readonly string[];
}

/**
 * A parameter in a scan. A bare one SQLite looks at when it plans, and it plans
 * again, that is prepares the statement anew, whenever it is bound: that took
 * two thirds of the time of a short scan.
 */
const INTEGER = "CAST(? AS INTEGER)";
const SELECT_ENTRIES = `
  SELECT e.key, d.json FROM index_entries e JOIN documents d ON d.row = e.row
  WHERE e.index_id = ${INTEGER} AND e.key >= ? AND e.key < ?`;
const SELECT_DOCUMENTS = `
  SELECT id, json FROM documents WHERE table_number = ${INTEGER} AND id >= ? AND id < ?`;

export class Storage {
  readonly #sqlite: Sqlite.Database;
  readonly #sql: ReturnType<typeof prepare>;
  readonly search: SearchStorage;
  readonly bulk: BulkStorage;

  constructor(options: SqliteOptions) {
    this.#sqlite = openSqlite(options);
    try {
      requireFormat(this.#sqlite);
      this.#sqlite.exec(CREATE_TABLES + CREATE_SEARCH_TABLES);
      this.#sql = prepare(this.#sqlite);
      this.search = new SearchStorage(this.#sqlite);
      this.bulk = new BulkStorage(this.#sqlite);
    } catch (error) {
      this.#sqlite.close();
      throw error;
    }
  }

  // Documents and indexes

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

  /** Entries of an index within a range, in order, at most `limit`. */
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

  /** The same over the documents of a table by their ids; `range` is of keys of ids. */
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

  /** Documents of a table in order of their ids, from after `id` on. */
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
      // Written by insertIndex.
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

  /** Removes an index with all its entries. */
  deleteIndex(indexId: number): void {
    this.#sql.deleteEntries.run(indexId);
    this.#sql.deleteIndex.run(indexId);
  }

  // Small durable things

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
      // Written by insertAnswer.
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
   * Runs `work` within the open transaction, all of it or nothing. When SQLite
   * itself gave up the whole transaction, `inTransaction` is false afterwards.
   */
  withSavepoint<T>(work: () => T): T {
    this.#sql.savepoint.run();
    try {
      const result = work();
      this.#sql.release.run();
      return result;
    } catch (error) {
      if (this.inTransaction) {
        this.#sql.rollbackTo.run();
        this.#sql.release.run();
      }
      throw error;
    }
  }

  close(): void {
    this.rollback();
    this.#sqlite.close();
  }
}

/** First of all: a file of another format is told so, and left as it is. */
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
  throw new Error(
    `The database has format ${String(found)}; this version of the backend reads format ${FORMAT_VERSION}. Start the version that wrote it, or choose another data directory.`,
  );
}

function prepare(sqlite: Sqlite.Database) {
  const statement = <Row extends readonly unknown[] = []>(sql: string) =>
    new Statement<Row>(sqlite, sql);
  return {
    documentJson: statement<[json: string]>(
      "SELECT json FROM documents WHERE table_number = ? AND id = ?",
    ),
    document: statement<[row: number, json: string]>(
      "SELECT row, json FROM documents WHERE table_number = ? AND id = ?",
    ),
    countDocuments: statement<[count: number]>(
      "SELECT count(*) FROM documents WHERE table_number = ?",
    ),
    scanUp: statement<[key: string, json: string]>(
      `${SELECT_ENTRIES} ORDER BY e.key LIMIT ${INTEGER}`,
    ),
    scanDown: statement<[key: string, json: string]>(
      `${SELECT_ENTRIES} ORDER BY e.key DESC LIMIT ${INTEGER}`,
    ),
    documentsUp: statement<[id: string, json: string]>(
      `${SELECT_DOCUMENTS} ORDER BY id LIMIT ${INTEGER}`,
    ),
    documentsDown: statement<[id: string, json: string]>(
      `${SELECT_DOCUMENTS} ORDER BY id DESC LIMIT ${INTEGER}`,
    ),
    documentsAfter: statement<[row: number, id: string, json: string]>(
      `SELECT row, id, json FROM documents WHERE table_number = ${INTEGER} AND id > ? ORDER BY id LIMIT ${INTEGER}`,
    ),
    insertDocument: statement(
      "INSERT INTO documents (table_number, id, json) VALUES (?, ?, ?)",
    ),
    updateDocument: statement("UPDATE documents SET json = ? WHERE row = ?"),
    deleteDocument: statement("DELETE FROM documents WHERE row = ?"),
    insertEntry: statement(
      "INSERT INTO index_entries (index_id, key, row) VALUES (?, ?, ?)",
    ),
    deleteEntry: statement(
      "DELETE FROM index_entries WHERE index_id = ? AND key = ?",
    ),
    deleteEntries: statement("DELETE FROM index_entries WHERE index_id = ?"),
    tables: statement<
      [number: number, component: string, name: string, idNumber: number]
    >("SELECT number, component, name, id_number FROM tables"),
    indexes: statement<
      [id: number, tableNumber: number, name: string, fields: string]
    >("SELECT id, table_number, name, fields FROM indexes"),
    insertTable: statement(
      "INSERT INTO tables (number, component, name, id_number) VALUES (?, ?, ?, ?)",
    ),
    insertIndex: statement(
      "INSERT INTO indexes (id, table_number, name, fields) VALUES (?, ?, ?, ?)",
    ),
    deleteIndex: statement("DELETE FROM indexes WHERE id = ?"),
    meta: statement<[value: string]>("SELECT value FROM meta WHERE key = ?"),
    setMeta: statement(
      "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    ),
    setting: statement<[value: string]>(
      "SELECT value FROM settings WHERE key = ?",
    ),
    settings: statement<[key: string, value: string]>(
      "SELECT key, value FROM settings ORDER BY key",
    ),
    setSetting: statement(
      "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    ),
    deleteSetting: statement("DELETE FROM settings WHERE key = ?"),
    answer: statement<[ts: string, result: string, logLines: string]>(
      "SELECT ts, result, log_lines FROM session_requests WHERE session_id = ? AND request_id = ?",
    ),
    insertAnswer: statement(
      "INSERT OR REPLACE INTO session_requests (session_id, request_id, ts, result, log_lines, stored_at) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    deleteAnswers: statement(
      "DELETE FROM session_requests WHERE stored_at < ?",
    ),
    begin: statement("BEGIN IMMEDIATE"),
    commit: statement("COMMIT"),
    rollback: statement("ROLLBACK"),
    savepoint: statement("SAVEPOINT work"),
    release: statement("RELEASE work"),
    rollbackTo: statement("ROLLBACK TO work"),
  };
}
