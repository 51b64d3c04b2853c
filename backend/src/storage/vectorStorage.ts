/**
 * Vector indexes. Each has a table with one vector per indexed document, keyed by
 * the document's row number. The vectors are searched in memory, so this class also
 * tracks changed rows for the code that holds the vectors in memory.
 */
import type Sqlite from "better-sqlite3";
import { IndexTables } from "./indexTables.ts";
import { Statement } from "./sqlite.ts";

export interface StoredVectorIndex {
  readonly id: number;
  readonly tableNumber: number;
  readonly name: string;
  readonly vectorField: string;
  readonly dimensions: number;
  readonly filterFields: readonly string[];
}

/** The entry of one document in an index. */
export interface VectorEntry {
  /** One number per dimension of the index. */
  readonly vector: Float32Array;
  /**
   * The digests of the filter fields, one after another; each has a fixed size.
   */
  readonly filters: Uint8Array;
}

export interface StoredVector extends VectorEntry {
  readonly row: number;
}

export interface FoundVector extends VectorEntry {
  readonly id: string;
}

export const CREATE_VECTOR_TABLES = `
CREATE TABLE IF NOT EXISTS vector_indexes (
  id INTEGER PRIMARY KEY,
  table_number INTEGER NOT NULL,
  name TEXT NOT NULL,
  vector_field TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  filter_fields TEXT NOT NULL,
  UNIQUE (table_number, name)
);
`;

export class VectorStorage {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #tables: IndexTables<ReturnType<typeof prepareEntries>>;
  /** Changed rows, by index. Only for indexes being watched. */
  readonly #changed = new Map<number, Set<number>>();

  constructor(sqlite: Sqlite.Database) {
    this.#sql = prepare(sqlite);
    this.#tables = new IndexTables(sqlite, "vectors", prepareEntries);
  }

  indexes(): StoredVectorIndex[] {
    return this.#sql.indexes
      .all()
      .map(([id, tableNumber, name, vectorField, dimensions, filters]) => ({
        id,
        tableNumber,
        name,
        vectorField,
        dimensions,
        // `create` wrote this text, so it is an array of strings.
        filterFields: JSON.parse(filters) as string[],
      }));
  }

  create(index: StoredVectorIndex): void {
    this.#sql.insertIndex.run(
      index.id,
      index.tableNumber,
      index.name,
      index.vectorField,
      index.dimensions,
      JSON.stringify(index.filterFields),
    );
    this.#tables.run(
      `CREATE TABLE ${this.#tables.nameOf(index.id)} (row INTEGER PRIMARY KEY, vector BLOB NOT NULL, filters BLOB NOT NULL)`,
    );
  }

  drop(indexId: number): void {
    this.#changed.delete(indexId);
    this.#tables.drop(indexId);
    this.#sql.deleteIndex.run(indexId);
  }

  /** Adds or replaces the entry of a row. */
  put(indexId: number, row: number, { vector, filters }: VectorEntry): void {
    this.#tables.of(indexId).put.run(row, bytesOf(vector), filters);
    this.#changed.get(indexId)?.add(row);
  }

  delete(indexId: number, row: number): void {
    this.#tables.of(indexId).delete.run(row);
    this.#changed.get(indexId)?.add(row);
  }

  /**
   * Deletes up to `limit` entries. Returns false if there was nothing to delete.
   */
  deleteSome(indexId: number, limit: number): boolean {
    return this.#tables.of(indexId).deleteSome.runCounting(limit) > 0;
  }

  /**
   * Moves every entry of index `from` into index `to`; row numbers stay the
   * same.
   */
  move(from: number, to: number): void {
    this.#tables.run(
      `INSERT INTO ${this.#tables.nameOf(to)} SELECT row, vector, filters FROM ${this.#tables.nameOf(from)}`,
    );
    this.#tables.run(`DELETE FROM ${this.#tables.nameOf(from)}`);
  }

  get(indexId: number, row: number): StoredVector | null {
    const found = this.#tables.of(indexId).get.get(row);
    return found === undefined ? null : entryOf(found);
  }

  /**
   * Returns up to `limit` entries with row numbers above `row`, in row order.
   */
  after(indexId: number, row: number, limit: number): StoredVector[] {
    return this.#tables.of(indexId).after.all(row, limit).map(entryOf);
  }

  /**
   * Returns the entry with the document's id, or null if the index no longer
   * has it.
   */
  find(indexId: number, row: number): FoundVector | null {
    const found = this.#tables.of(indexId).find.get(row);
    if (found === undefined) return null;
    const [id, vector, filters] = found;
    return { id, vector: numbersOf(vector), filters };
  }

  /** Starts tracking changed rows. No row counts as changed yet. */
  watch(indexId: number): void {
    this.#changed.set(indexId, new Set());
  }

  unwatch(indexId: number): void {
    this.#changed.delete(indexId);
  }

  /**
   * Removes and returns up to `limit` changed rows. Read their entries again: a
   * tracked change may have been rolled back.
   */
  takeChanged(indexId: number, limit: number): number[] {
    const changed = this.#changed.get(indexId) ?? new Set();
    const rows: number[] = [];
    for (const row of changed) {
      if (rows.length === limit) break;
      rows.push(row);
      changed.delete(row);
    }
    return rows;
  }

  changedCount(indexId: number): number {
    return this.#changed.get(indexId)?.size ?? 0;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * Copies the blob, because a Float32Array must start at a multiple of four
 * bytes.
 */
function numbersOf(blob: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(blob).buffer);
}

type EntryRow = [row: number, vector: Uint8Array, filters: Uint8Array];

function entryOf([row, vector, filters]: EntryRow): StoredVector {
  return { row, vector: numbersOf(vector), filters };
}

function prepareEntries(sqlite: Sqlite.Database, name: string) {
  return {
    put: new Statement(
      sqlite,
      `INSERT OR REPLACE INTO ${name} (row, vector, filters) VALUES (?, ?, ?)`,
    ),
    delete: new Statement(sqlite, `DELETE FROM ${name} WHERE row = ?`),
    deleteSome: new Statement(
      sqlite,
      `DELETE FROM ${name} WHERE row IN (SELECT row FROM ${name} LIMIT ?)`,
    ),
    get: new Statement<EntryRow>(
      sqlite,
      `SELECT row, vector, filters FROM ${name} WHERE row = ?`,
    ),
    after: new Statement<EntryRow>(
      sqlite,
      `SELECT row, vector, filters FROM ${name} WHERE row > ? ORDER BY row LIMIT ?`,
    ),
    find: new Statement<[id: string, vector: Uint8Array, filters: Uint8Array]>(
      sqlite,
      `SELECT d.id, v.vector, v.filters FROM ${name} v JOIN documents d ON d.row = v.row WHERE v.row = ?`,
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
        vectorField: string,
        dimensions: number,
        filterFields: string,
      ]
    >(
      sqlite,
      "SELECT id, table_number, name, vector_field, dimensions, filter_fields FROM vector_indexes",
    ),
    insertIndex: new Statement(
      sqlite,
      "INSERT INTO vector_indexes (id, table_number, name, vector_field, dimensions, filter_fields) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    deleteIndex: new Statement(
      sqlite,
      "DELETE FROM vector_indexes WHERE id = ?",
    ),
  };
}
