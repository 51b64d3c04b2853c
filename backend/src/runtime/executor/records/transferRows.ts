/**
 * Rows of `_transfers`: the states of exports and imports. Only the newest are
 * kept.
 */
import type { Transaction } from "../../../database/contract.ts";
import type { ConvexJsonObject } from "../../../values/convexJson.ts";
import type { TransferReport } from "../../contract/transfer.ts";

const TABLE = "_transfers";
const KEPT_ROWS = 20;
const ENDED = new Set<unknown>(["completed", "failed"]);

interface TransferRow extends TransferReport {
  readonly _id: string;
}

export function writeTransfer(
  transaction: Transaction,
  { transferId, kind, state }: TransferReport,
): void {
  const row: ConvexJsonObject = { transferId, kind, state };
  const [current] = read(transaction, {
    type: "IndexRange",
    indexName: `${TABLE}.by_transfer_id`,
    range: [{ type: "Eq", fieldPath: "transferId", value: transferId }],
    order: "asc",
  });
  if (current === undefined) transaction.insert("", TABLE, row);
  else transaction.replace("", current._id, row, TABLE);
  for (const { _id } of transfers(transaction).slice(KEPT_ROWS)) {
    transaction.remove("", _id, TABLE);
  }
}

export function endTransfers(transaction: Transaction, reason: string): void {
  for (const { transferId, kind, state } of transfers(transaction)) {
    if (ENDED.has(state.state)) continue;
    const failed = { state: "failed", error_message: reason };
    writeTransfer(transaction, { transferId, kind, state: failed });
  }
}

export function transfers(transaction: Transaction): TransferRow[] {
  return read(transaction, {
    type: "FullTableScan",
    tableName: TABLE,
    order: "desc",
  });
}

function read(
  transaction: Transaction,
  source: ConvexJsonObject,
): TransferRow[] {
  const stream = transaction.stream("", { source, operators: [] });
  const rows: TransferRow[] = [];
  for (let text = stream.next(); text !== null; text = stream.next()) {
    // `writeTransfer` wrote this row.
    rows.push(JSON.parse(text) as TransferRow);
  }
  return rows;
}
