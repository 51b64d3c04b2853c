/**
 * The tables in SQLite. A document has a row number, to which index entries
 * point: it keeps the entries short and new documents at the end of the file.
 *
 * The number of a table says where its documents lie; `id_number` is the number
 * within their ids, unique per component only, as in Convex.
 */
export const FORMAT_VERSION = 2;

/** Has the format, so it is made and read before all others. */
export const CREATE_META = `
CREATE TABLE IF NOT EXISTS meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
`;

export const CREATE_TABLES = `
CREATE TABLE IF NOT EXISTS settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tables (
  number INTEGER PRIMARY KEY,
  component TEXT NOT NULL,
  name TEXT NOT NULL,
  id_number INTEGER NOT NULL,
  UNIQUE (component, name)
);
CREATE TABLE IF NOT EXISTS indexes (
  id INTEGER PRIMARY KEY,
  table_number INTEGER NOT NULL,
  name TEXT NOT NULL,
  fields TEXT NOT NULL,
  UNIQUE (table_number, name)
);
CREATE TABLE IF NOT EXISTS documents (
  row INTEGER PRIMARY KEY,
  table_number INTEGER NOT NULL,
  id TEXT NOT NULL,
  json TEXT NOT NULL,
  UNIQUE (table_number, id)
);
CREATE TABLE IF NOT EXISTS index_entries (
  index_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (index_id, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS session_requests (
  session_id TEXT NOT NULL,
  request_id INTEGER NOT NULL,
  ts TEXT NOT NULL,
  result TEXT NOT NULL,
  log_lines TEXT NOT NULL,
  stored_at INTEGER NOT NULL,
  PRIMARY KEY (session_id, request_id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS session_requests_by_stored_at
  ON session_requests (stored_at);
`;
