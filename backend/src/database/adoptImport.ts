/**
 * Makes a prepared import visible, in one SQLite transaction, before the database
 * is open to anyone. Imported tables are only renamed, whatever their size.
 * Documents are moved only when they are appended to a table that has documents
 * already.
 */
import type { Storage, StoredTable } from "../storage/storage.ts";
import type { ConvexJsonObject } from "../values/convexJson.ts";
import { storedLastTs, storeLastTs, timestampAfter } from "./commitClock.ts";
import { DatabaseError, type PreparedImport } from "./contract.ts";
import { drop } from "./leftovers.ts";
import { documentsOf } from "./schemaChanges.ts";
import { SearchIndexInfo } from "./searchIndex.ts";

/**
 * @throws DatabaseError if the tables have changed since the import was
 * planned; nothing has changed then
 */
export function adoptImport(
  storage: Storage,
  prepared: PreparedImport,
  nowMs: number,
): void {
  storage.bulk.withSpill(() => {
    storage.transaction(() => {
      new Adoption(storage).run(prepared);
      storeLastTs(storage, timestampAfter(storedLastTs(storage), nowMs));
    });
  });
}

type PreparedTable = PreparedImport["tables"][number];

class Adoption {
  readonly #storage: Storage;
  readonly #tables: readonly StoredTable[];

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#tables = storage.tables();
  }

  run({ tables, dropped, renumbered }: PreparedImport): void {
    for (const { component, table, idNumber } of renumbered) {
      const current = this.#find(component, table);
      if (current === null) continue;
      this.#requireEmpty(current);
      this.#storage.bulk.rename(current.number, table, idNumber);
    }
    for (const { component, table } of dropped) {
      const current = this.#find(component, table);
      if (current !== null) drop(this.#storage, current);
    }
    for (const table of tables) this.#adopt(table);
  }

  #adopt(prepared: PreparedTable): void {
    const { component, table, number, idNumber, mode } = prepared;
    const current = this.#find(component, table);
    if (mode === "requireEmpty" && current !== null) {
      this.#requireEmpty(current);
    }
    const isMerged =
      mode === "append" && current !== null && this.#count(current) > 0;
    if (isMerged) {
      this.#merge(number, current);
    } else {
      if (current !== null) drop(this.#storage, current);
      this.#storage.bulk.rename(number, table, idNumber);
    }
  }

  #merge(number: number, target: StoredTable): void {
    const storage = this.#storage;
    const own = storage.indexes();
    for (const index of own) {
      if (index.tableNumber !== number || index.name === "by_id") continue;
      const twin = own.find(
        ({ tableNumber, name }) =>
          tableNumber === target.number && name === index.name,
      );
      if (twin === undefined) throw changed(target);
      storage.bulk.moveEntries(index.id, twin.id);
    }
    this.#fillSearch(number, target);
    this.#moveVectors(number, target);
    storage.bulk.moveDocuments(number, target.number);
    drop(storage, this.#require(number));
  }

  /**
   * Adds the imported documents to the table's search indexes. Search tables do not
   * keep their text, so it is read from the documents.
   */
  #fillSearch(number: number, target: StoredTable): void {
    const indexes = this.#storage.search
      .indexes()
      .filter(({ tableNumber }) => tableNumber === target.number)
      .map(
        ({ id, name, searchField, filterFields }) =>
          new SearchIndexInfo(id, name, searchField, filterFields),
      );
    if (indexes.length === 0) return;
    for (const { row, json } of documentsOf(this.#storage, { number })) {
      // The import wrote this text, so it is a document.
      const document = JSON.parse(json) as ConvexJsonObject;
      for (const index of indexes) {
        const text = index.text(document);
        if (text !== null) this.#storage.search.insert(index.id, row, text);
      }
    }
  }

  #moveVectors(number: number, target: StoredTable): void {
    const own = this.#storage.vectors.indexes();
    for (const index of own) {
      if (index.tableNumber !== number) continue;
      const twin = own.find(
        ({ tableNumber, name }) =>
          tableNumber === target.number && name === index.name,
      );
      if (twin === undefined) throw changed(target);
      this.#storage.vectors.move(index.id, twin.id);
    }
  }

  #find(component: string, name: string): StoredTable | null {
    return (
      this.#tables.find(
        (table) => table.component === component && table.name === name,
      ) ?? null
    );
  }

  #require(number: number): StoredTable {
    const table = this.#tables.find((other) => other.number === number);
    if (table === undefined) throw new Error(`Table ${number} is lost.`);
    return table;
  }

  #count(table: StoredTable): number {
    return this.#storage.countDocuments(table.number);
  }

  #requireEmpty(table: StoredTable): void {
    if (this.#count(table) > 0) throw changed(table);
  }
}

function changed({ name }: StoredTable): DatabaseError {
  return new DatabaseError(
    `Table "${name}" changed during the import: nothing was imported. Run it again.`,
  );
}
