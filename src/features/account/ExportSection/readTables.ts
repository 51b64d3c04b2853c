import {
  EXPORT_TABLES,
  type ExportItem,
  type ExportPage,
  type ExportTable,
} from "../../../../convex/shared/exports";
import type { Row } from "./tables";

export interface TableItem extends Omit<ExportItem, "cells"> {
  row: Row;
}

export type Tables = ReadonlyMap<ExportTable, readonly TableItem[]>;

/** Resolves to null when the person is signed out. */
type ReadPage = (place: {
  table: ExportTable;
  cursor: string | null;
}) => Promise<ExportPage | null>;

/** Reads all tables of a person's data, without the sound files. */
export async function readTables(readPage: ReadPage): Promise<Tables> {
  const tables = new Map<ExportTable, TableItem[]>();
  for (const table of EXPORT_TABLES) {
    tables.set(table, await readTable(readPage, table));
  }
  return tables;
}

async function readTable(
  readPage: ReadPage,
  table: ExportTable,
): Promise<TableItem[]> {
  const items: TableItem[] = [];
  let cursor: string | null = null;
  do {
    const page = await readPage({ table, cursor });
    if (page === null) throw new Error("signed out");
    items.push(...page.items.map((item) => named(item, page.columns)));
    cursor = page.next;
  } while (cursor !== null);
  return items;
}

function named(
  { cells, ...item }: ExportItem,
  columns: readonly string[],
): TableItem {
  const row: Row = {};
  for (const [at, column] of columns.entries()) row[column] = cells[at] ?? null;
  return { ...item, row };
}
