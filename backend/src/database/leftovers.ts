/**
 * Tables that no name leads to: those of an import under way, and those that are
 * to be removed. Removing takes as long as there are documents, so it goes on
 * bit by bit beside all other work, over restarts too.
 */
import type { Storage, StoredTable } from "../storage/storage.ts";
import { HIDDEN_PREFIX } from "./catalog.ts";

const IMPORTED = `${HIDDEN_PREFIX}import:`;
const DROPPED = `${HIDDEN_PREFIX}dropped:`;
const ROWS_AT_A_TIME = 2_000;

export function importedName(table: string): string {
  return IMPORTED + table;
}

/** From here on the table is nobody's. */
export function drop(storage: Storage, table: StoredTable): void {
  storage.bulk.rename(table.number, DROPPED + table.number, table.idNumber);
}

/** Within a transaction: what an import that did not end has left is to be removed. */
export function setAsideImports(storage: Storage): void {
  for (const table of storage.tables()) {
    if (table.name.startsWith(IMPORTED)) drop(storage, table);
  }
}

/** Within a transaction; false when there is nothing (more) to remove. */
export function removeSomeLeftovers(storage: Storage): boolean {
  const table = storage.tables().find(({ name }) => name.startsWith(DROPPED));
  if (table === undefined) return false;
  const { number } = table;
  const indexIds = storage
    .indexes()
    .filter(({ tableNumber }) => tableNumber === number)
    .map(({ id }) => id);
  if (storage.bulk.deleteSome(number, indexIds, ROWS_AT_A_TIME)) return true;
  for (const indexId of indexIds) storage.deleteIndex(indexId);
  for (const { id, tableNumber } of storage.search.indexes()) {
    if (tableNumber === number) storage.search.drop(id);
  }
  storage.bulk.deleteTable(number);
  return true;
}
