/**
 * The SQLite schema.
 *
 * Each document has a row number that index entries point to. This keeps
 * entries short, and new documents go to the end of the file.
 *
 * `tables.number` identifies the stored table. `tables.id_number` is part of
 * its documents' ids and is unique only within a component, as in Convex.
 *
 * Change `FORMAT_VERSION` whenever an older version of the backend could not
 * read the file: `Storage` refuses any other format.
 */
export const FORMAT_VERSION = 2;

/** Holds the format version, so it is created and read before anything else. */
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
