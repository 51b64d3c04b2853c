/** Stores rows as JSON in SQLite, written by hand, with one index. */
import Database from "better-sqlite3";
import { join } from "node:path";

export interface Row {
  readonly group: number;
  readonly text: string;
}

export interface RowTable {
  fill(count: number): RowTable;
  /** Returns the first three rows of the group. */
  readGroup(group: number): Row[];
  close(): void;
}

export function openRows(dir: string): RowTable {
  const db = new Database(join(dir, "rows.db"));
  db.pragma("journal_mode = WAL");
  db.exec(
    "create table if not exists row (id integer primary key, kind integer, document text);" +
      "create index if not exists row_by_kind on row (kind);",
  );
  const insert = db.prepare("insert into row (kind, document) values (?, ?)");
  const read = db
    .prepare("select document from row where kind = ? limit 3")
    .pluck();
  const fill = db.transaction((count: number) => {
    for (let i = 0; i < count; i++) {
      const row = inventRow(i);
      insert.run(row.group, JSON.stringify(row));
    }
  });
  const table: RowTable = {
    fill(count) {
      fill(count);
      return table;
    },
    // `fill` wrote these documents, so they are rows.
    readGroup: (group) =>
      read.all(group).map((text) => JSON.parse(String(text)) as Row),
    close: () => db.close(),
  };
  return table;
}

/** Must match `seedRows` in the bench app. */
function inventRow(i: number): Row {
  return { group: Math.floor(i / 3), text: `row ${i} `.padEnd(120, ".") };
}
