import type Sqlite from "better-sqlite3";
import { Statement } from "./sqlite.ts";

/**
 * An integer parameter of a scan. SQLite looks at the value of a bare parameter
 * when it plans, and so prepares the statement again on every bind. That took
 * two thirds of the time of a short scan; a cast avoids it.
 */
const INTEGER = "CAST(? AS INTEGER)";
const SELECT_ENTRIES = `
  SELECT e.key, d.json FROM index_entries e JOIN documents d ON d.row = e.row
  WHERE e.index_id = ${INTEGER} AND e.key >= ? AND e.key < ?`;
const SELECT_DOCUMENTS = `
  SELECT id, json FROM documents WHERE table_number = ${INTEGER} AND id >= ? AND id < ?`;

/** Every statement of `Storage`, prepared once. */
export function prepareStatements(sqlite: Sqlite.Database) {
  const statement: Prepare = (sql) => new Statement(sqlite, sql);
  return {
    ...documentStatements(statement),
    ...indexStatements(statement),
    ...catalogStatements(statement),
    ...answerStatements(statement),
    ...transactionStatements(statement),
  };
}

type Prepare = <Row extends readonly unknown[] = []>(
  sql: string,
) => Statement<Row>;

function documentStatements(statement: Prepare) {
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
  };
}

function indexStatements(statement: Prepare) {
  return {
    scanUp: statement<[key: string, json: string]>(
      `${SELECT_ENTRIES} ORDER BY e.key LIMIT ${INTEGER}`,
    ),
    scanDown: statement<[key: string, json: string]>(
      `${SELECT_ENTRIES} ORDER BY e.key DESC LIMIT ${INTEGER}`,
    ),
    insertEntry: statement(
      "INSERT INTO index_entries (index_id, key, row) VALUES (?, ?, ?)",
    ),
    deleteEntry: statement(
      "DELETE FROM index_entries WHERE index_id = ? AND key = ?",
    ),
    deleteEntries: statement("DELETE FROM index_entries WHERE index_id = ?"),
    indexes: statement<
      [id: number, tableNumber: number, name: string, fields: string]
    >("SELECT id, table_number, name, fields FROM indexes"),
    insertIndex: statement(
      "INSERT INTO indexes (id, table_number, name, fields) VALUES (?, ?, ?, ?)",
    ),
    deleteIndex: statement("DELETE FROM indexes WHERE id = ?"),
  };
}

function catalogStatements(statement: Prepare) {
  return {
    tables: statement<
      [number: number, component: string, name: string, idNumber: number]
    >("SELECT number, component, name, id_number FROM tables"),
    insertTable: statement(
      "INSERT INTO tables (number, component, name, id_number) VALUES (?, ?, ?, ?)",
    ),
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
  };
}

function answerStatements(statement: Prepare) {
  return {
    answer: statement<[ts: string, result: string, logLines: string]>(
      "SELECT ts, result, log_lines FROM session_requests WHERE session_id = ? AND request_id = ?",
    ),
    insertAnswer: statement(
      "INSERT OR REPLACE INTO session_requests (session_id, request_id, ts, result, log_lines, stored_at) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    deleteAnswers: statement(
      "DELETE FROM session_requests WHERE stored_at < ?",
    ),
  };
}

function transactionStatements(statement: Prepare) {
  return {
    begin: statement("BEGIN IMMEDIATE"),
    commit: statement("COMMIT"),
    rollback: statement("ROLLBACK"),
    savepoint: statement("SAVEPOINT work"),
    release: statement("RELEASE work"),
    rollbackTo: statement("ROLLBACK TO work"),
    walState: statement<[busy: number, pages: number, movedPages: number]>(
      "PRAGMA wal_checkpoint(NOOP)",
    ),
    checkpoint: statement<[busy: number, pages: number, movedPages: number]>(
      "PRAGMA wal_checkpoint(PASSIVE)",
    ),
  };
}
