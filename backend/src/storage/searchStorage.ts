/**
 * Text search indexes. Each has an FTS5 table that stores no text, only the
 * search terms; its row ids are the row numbers of the documents.
 */
import type Sqlite from "better-sqlite3";
import { IndexTables } from "./indexTables.ts";
import { Statement } from "./sqlite.ts";

export interface StoredSearchIndex {
  readonly id: number;
  readonly tableNumber: number;
  readonly name: string;
  readonly searchField: string;
  readonly filterFields: readonly string[];
}

/** What a search looks for. */
export interface SearchMatch {
  /** In the language of FTS5. */
  readonly expression: string;
  /** JSON paths, and the JSON text that a document must have there. */
  readonly filters: readonly { readonly path: string; readonly json: string }[];
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

// Marks (M*) count as part of a word. Without them, vowel signs would split
// words in Indian scripts.
const TOKENIZER = `"unicode61 remove_diacritics 0 categories 'L* M* N* Co'"`;

export class SearchStorage {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #tables: IndexTables<ReturnType<typeof prepareEntries>>;

  constructor(sqlite: Sqlite.Database) {
    this.#sql = prepare(sqlite);
    this.#tables = new IndexTables(sqlite, "search", prepareEntries);
  }

  indexes(): StoredSearchIndex[] {
    return this.#sql.indexes
      .all()
      .map(([id, tableNumber, name, searchField, filterFields]) => ({
        id,
        tableNumber,
        name,
        searchField,
        // `create` wrote this text, so it is an array of strings.
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
    this.#tables.run(
      `CREATE VIRTUAL TABLE ${this.#tables.nameOf(index.id)} USING fts5 (text, content = '', contentless_delete = 1, tokenize = ${TOKENIZER})`,
    );
  }

  drop(indexId: number): void {
    this.#tables.drop(indexId);
    this.#sql.deleteIndex.run(indexId);
  }

  /**
   * Adds the text of the document in `row`. A row must be deleted before its
   * text changes.
   */
  insert(indexId: number, row: number, text: string): void {
    this.#tables.of(indexId).insert.run(row, text);
  }

  delete(indexId: number, row: number): void {
    this.#tables.of(indexId).delete.run(row);
  }

  /**
   * Returns the row numbers of documents that match an FTS5 expression and all
   * filters, most relevant first. Each call ranks all matches again.
   */
  matches(
    indexId: number,
    { expression, filters }: SearchMatch,
    { limit, offset }: { limit: number; offset: number },
  ): number[] {
    const parameters = filters.flatMap(({ path, json }) => [path, json]);
    return this.#tables
      .of(indexId)
      .matches(filters.length)
      .all(expression, ...parameters, limit, offset)
      .map(([row]) => row);
  }

  /** Returns null if there is no document in this row. */
  document(row: number): { id: string; json: string } | null {
    const [id, json] = this.#sql.document.get(row) ?? [];
    return id === undefined || json === undefined ? null : { id, json };
  }
}

function prepareEntries(sqlite: Sqlite.Database, name: string) {
  const matches: Statement<[row: number]>[] = [];
  return {
    insert: new Statement(
      sqlite,
      `INSERT INTO ${name} (rowid, text) VALUES (?, ?)`,
    ),
    delete: new Statement(sqlite, `DELETE FROM ${name} WHERE rowid = ?`),
    /** One statement for each number of filters. */
    matches: (filterCount: number) =>
      (matches[filterCount] ??= new Statement(
        sqlite,
        matchesSql(name, filterCount),
      )),
  };
}

function matchesSql(name: string, filterCount: number): string {
  const order = "ORDER BY s.rank, s.rowid LIMIT ? OFFSET ?";
  if (filterCount === 0) {
    return `SELECT s.rowid FROM ${name} s WHERE ${name} MATCH ? ${order}`;
  }
  return `SELECT s.rowid FROM ${name} s JOIN documents d ON d.row = s.rowid
    WHERE ${name} MATCH ?${" AND d.json -> ? = ?".repeat(filterCount)} ${order}`;
}

function prepare(sqlite: Sqlite.Database) {
  return {
    document: new Statement<[id: string, json: string]>(
      sqlite,
      "SELECT id, json FROM documents WHERE row = ?",
    ),
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
