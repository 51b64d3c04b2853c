/**
 * Text search indexes: one FTS5 table each, without the texts themselves, whose
 * rows have the row numbers of the documents.
 */
import type Sqlite from "better-sqlite3";
import { Statement } from "./sqlite.ts";

export interface StoredSearchIndex {
  readonly id: number;
  readonly tableNumber: number;
  readonly name: string;
  readonly searchField: string;
  readonly filterFields: readonly string[];
}

export const CREATE_SEARCH_TABLES = `
CREATE TABLE IF NOT EXISTS search_indexes (
  id INTEGER PRIMARY KEY,
  table_number INTEGER NOT NULL,
  name TEXT NOT NULL,
  search_field TEXT NOT NULL,
  filter_fields TEXT NOT NULL,
  UNIQUE (table_number, name)
);
`;

// Marks (M*) belong to words: without them, vowel signs would cut up the words
// of Indian scripts.
const TOKENIZER = `"unicode61 remove_diacritics 0 categories 'L* M* N* Co'"`;

type EntryStatements = ReturnType<typeof prepareEntries>;

export class SearchStorage {
  readonly #sqlite: Sqlite.Database;
  readonly #sql: ReturnType<typeof prepare>;
  readonly #entries = new Map<number, EntryStatements>();

  constructor(sqlite: Sqlite.Database) {
    this.#sqlite = sqlite;
    this.#sql = prepare(sqlite);
  }

  indexes(): StoredSearchIndex[] {
    return this.#sql.indexes
      .all()
      .map(([id, tableNumber, name, searchField, filterFields]) => ({
        id,
        tableNumber,
        name,
        searchField,
        // Written by create.
        filterFields: JSON.parse(filterFields) as string[],
      }));
  }

  create(index: StoredSearchIndex): void {
    this.#sql.insertIndex.run(
      index.id,
      index.tableNumber,
      index.name,
      index.searchField,
      JSON.stringify(index.filterFields),
    );
    this.#run(
      `CREATE VIRTUAL TABLE ${tableName(index.id)} USING fts5 (text, content = '', contentless_delete = 1, tokenize = ${TOKENIZER})`,
    );
  }

  drop(indexId: number): void {
    this.#entries.delete(indexId);
    this.#run(`DROP TABLE ${tableName(indexId)}`);
    this.#sql.deleteIndex.run(indexId);
  }

  insert(indexId: number, row: number, text: string): void {
    this.#of(indexId).insert.run(row, text);
  }

  delete(indexId: number, row: number): void {
    this.#of(indexId).delete.run(row);
  }

  /** Documents that match an FTS5 expression, the most relevant first. */
  matches(
    indexId: number,
    expression: string,
    limit: number,
    offset: number,
  ): { id: string; json: string }[] {
    return this.#of(indexId)
      .matches.all(expression, limit, offset)
      .map(([id, json]) => ({ id, json }));
  }

  #of(indexId: number): EntryStatements {
    let statements = this.#entries.get(indexId);
    if (statements === undefined) {
      statements = prepareEntries(this.#sqlite, tableName(indexId));
      this.#entries.set(indexId, statements);
    }
    return statements;
  }

  #run(sql: string): void {
    new Statement(this.#sqlite, sql).run();
  }
}

function tableName(indexId: number): string {
  return `search_${indexId}`;
}

function prepareEntries(sqlite: Sqlite.Database, name: string) {
  return {
    insert: new Statement(
      sqlite,
      `INSERT INTO ${name} (rowid, text) VALUES (?, ?)`,
    ),
    delete: new Statement(sqlite, `DELETE FROM ${name} WHERE rowid = ?`),
    matches: new Statement<[id: string, json: string]>(
      sqlite,
      `SELECT d.id, d.json FROM ${name} s JOIN documents d ON d.row = s.rowid
       WHERE ${name} MATCH ? ORDER BY s.rank, s.rowid LIMIT ? OFFSET ?`,
    ),
  };
}

function prepare(sqlite: Sqlite.Database) {
  return {
    indexes: new Statement<
      [
        id: number,
        tableNumber: number,
        name: string,
        searchField: string,
        filterFields: string,
      ]
    >(
      sqlite,
      "SELECT id, table_number, name, search_field, filter_fields FROM search_indexes",
    ),
    insertIndex: new Statement(
      sqlite,
      "INSERT INTO search_indexes (id, table_number, name, search_field, filter_fields) VALUES (?, ?, ?, ?, ?)",
    ),
    deleteIndex: new Statement(
      sqlite,
      "DELETE FROM search_indexes WHERE id = ?",
    ),
  };
}
