import { api } from "../_generated/api";
import type { ExportCell, ExportItem, ExportTable } from "../shared/exports";
import type { Client } from "./test.world";

/** Reads one page of a person's export. */
export async function exportPage(
  client: Client,
  table: ExportTable,
  cursor: string | null = null,
) {
  const page = await client.query(api.exports.page, { table, cursor });
  if (page === null) throw new Error("signed out");
  return page;
}

interface ExportedItem extends Omit<ExportItem, "cells"> {
  row: Record<string, ExportCell | undefined>;
}

/** Reads all pages of a table, and gives the cells their names. */
export async function exportedItems(client: Client, table: ExportTable) {
  const items: ExportedItem[] = [];
  let cursor: string | null = null;
  do {
    const page = await exportPage(client, table, cursor);
    for (const { cells, ...item } of page.items) {
      const row: ExportedItem["row"] = {};
      for (const [at, name] of page.columns.entries()) row[name] = cells[at];
      items.push({ ...item, row });
    }
    cursor = page.next;
  } while (cursor !== null);
  return items;
}

export const exportedRows = async (client: Client, table: ExportTable) =>
  (await exportedItems(client, table)).map(({ row }) => row);
