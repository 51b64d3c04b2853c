/** The part of the runtime that exports, imports and backups use. */
import type {
  BulkImport,
  ImportedDocument,
  ImportPlan,
  Timestamp,
} from "../../database/contract.ts";
import type { ConvexJsonObject } from "../../values/convexJson.ts";

export type ImportLosses = BulkImport["losses"];

/** Progress of an export or import, which the CLI polls. */
export interface TransferReport {
  readonly transferId: string;
  readonly kind: "export" | "import";
  readonly state: ConvexJsonObject;
}

export interface DatabaseCopy {
  /** Timestamp of the last commit that the copy must hold. */
  readonly ts: Timestamp;
}

export interface TransferRuntime {
  /** Writes a consistent copy of the durable state to a new file. */
  copyDatabase(file: string): Promise<DatabaseCopy>;
  /**
   * Starts an import and returns what it will delete. An unfinished earlier
   * import is abandoned.
   */
  beginImport(plan: ImportPlan): Promise<ImportLosses>;
  /**
   * `table` is the table's position in the plan. Errors name the line of the bad
   * document.
   */
  addToImport(
    table: number,
    documents: readonly ImportedDocument[],
  ): Promise<void>;
  /**
   * Swaps in the imported data and re-runs every live query. If it fails,
   * nothing has changed.
   */
  finishImport(): Promise<void>;
  abandonImport(): Promise<void>;
  reportTransfer(report: TransferReport): Promise<void>;
  /** Marks every transfer that has not ended as failed, for this reason. */
  endTransfers(reason: string): Promise<void>;
}
