/**
 * Stored files as rows: `_storage` is visible to apps, `_files` says where the
 * bytes are.
 */
import type { ComponentPath, Transaction } from "../../../database/contract.ts";
import type { StoredFile } from "../../contract/runtime.ts";

const INDEX_BY = {
  uuid: "_files.by_uuid",
  storageId: "_files.by_storage_id",
} as const;

const UUIDS_AT_A_TIME = 5_000;

interface FileRow {
  readonly _id: string;
  readonly storageId: string;
  readonly uuid: string;
  readonly sha256Hex: string;
  readonly size: number;
  readonly contentType: string | null;
}

/** Adds both rows and returns the new storage id. */
export function insertFile(
  transaction: Transaction,
  component: ComponentPath,
  file: Omit<StoredFile, "storageId">,
): string {
  const storageId = transaction.insert(component, "_storage", {
    sha256: Buffer.from(file.sha256Hex, "hex").toString("base64"),
    size: file.sizeBytes,
    ...(file.contentType !== null && { contentType: file.contentType }),
  });
  transaction.insert(component, "_files", {
    storageId,
    uuid: file.uuid,
    sha256Hex: file.sha256Hex,
    size: file.sizeBytes,
    contentType: file.contentType,
  });
  return storageId;
}

export function findFile(
  transaction: Transaction,
  component: ComponentPath,
  by: keyof typeof INDEX_BY,
  value: string,
): StoredFile | null {
  const row = findRow(transaction, component, by, value);
  return row && { ...row, sizeBytes: row.size };
}

/**
 * Removes both rows. Returns the uuid of the bytes to delete once the removal
 * is durable, or null if there is no file.
 */
export function removeFile(
  transaction: Transaction,
  component: ComponentPath,
  storageId: string,
): string | null {
  const row = findRow(transaction, component, "storageId", storageId);
  if (row === null) return null;
  transaction.remove(component, storageId, "_storage");
  transaction.remove(component, row._id, "_files");
  return row.uuid;
}

/**
 * Returns one page of uuids after `cursor`, because a transaction may read only
 * a limited number of rows.
 */
export function fileUuids(
  transaction: Transaction,
  component: ComponentPath,
  cursor: string | null,
): { uuids: string[]; next: string | null } {
  const { page, isDone, continueCursor } = transaction.page(component, {
    query: {
      source: { type: "FullTableScan", tableName: "_files", order: "asc" },
      operators: [],
    },
    cursor,
    endCursor: null,
    pageSize: UUIDS_AT_A_TIME,
  });
  return {
    uuids: page.map((text) => toRow(text).uuid),
    next: isDone ? null : continueCursor,
  };
}

function findRow(
  transaction: Transaction,
  component: ComponentPath,
  by: keyof typeof INDEX_BY,
  value: string,
): FileRow | null {
  const stream = transaction.stream(component, {
    source: {
      type: "IndexRange",
      indexName: INDEX_BY[by],
      range: [{ type: "Eq", fieldPath: by, value }],
      order: "asc",
    },
    operators: [{ limit: 1 }],
  });
  const text = stream.next();
  return text === null ? null : toRow(text);
}

function toRow(text: string): FileRow {
  // `insertFile` or an import wrote this row.
  return JSON.parse(text) as FileRow;
}
