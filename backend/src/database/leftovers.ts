/**
 * Removes hidden tables: those of abandoned imports and those that an import
 * replaced. This takes time in proportion to their documents, so it runs in
 * small steps between other work, and continues after a restart.
 */
import type { Storage, StoredTable } from "../storage/storage.ts";
import { HIDDEN_PREFIX } from "./catalog.ts";

const IMPORTED = `${HIDDEN_PREFIX}import:`;
const DROPPED = `${HIDDEN_PREFIX}dropped:`;
const ROWS_AT_A_TIME = 2_000;

/** The hidden name of a table while its import is in progress. */
export function importedName(table: string): string {
  return IMPORTED + table;
}

/** Hides a table and marks it for removal. Its name is free afterwards. */
export function drop(storage: Storage, table: StoredTable): void {
  storage.bulk.rename(table.number, DROPPED + table.number, table.idNumber);
}

/** Marks unfinished imports for removal. Call this within a transaction. */
export function setAsideImports(storage: Storage): void {
  for (const table of storage.tables()) {
    if (table.name.startsWith(IMPORTED)) drop(storage, table);
  }
}

/**
 * Removes the next part. Returns false if there was nothing to remove. Call this
 * within a transaction.
 */
export function removeSomeLeftovers(storage: Storage): boolean {
  const table = storage.tables().find(({ name }) => name.startsWith(DROPPED));
  if (table === undefined) return false;
  const { number } = table;
  const indexIds = storage
    .indexes()
    .filter(({ tableNumber }) => tableNumber === number)
    .map(({ id }) => id);
  if (storage.bulk.deleteSome(number, indexIds, ROWS_AT_A_TIME)) return true;
  const vectorIndexes = storage.vectors
    .indexes()
    .filter(({ tableNumber }) => tableNumber === number);
  for (const { id } of vectorIndexes) {
    if (storage.vectors.deleteSome(id, ROWS_AT_A_TIME)) return true;
  }
  for (const { id } of vectorIndexes) storage.vectors.drop(id);
  for (const indexId of indexIds) storage.deleteIndex(indexId);
  for (const { id, tableNumber } of storage.search.indexes()) {
    if (tableNumber === number) storage.search.drop(id);
  }
  storage.bulk.deleteTable(number);
  return true;
}
