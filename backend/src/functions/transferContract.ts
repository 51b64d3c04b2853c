/** What exports, imports and backups need of the side that has the database. */
import type {
  BulkImport,
  ImportedDocument,
  ImportPlan,
} from "../database/contract.ts";
import type { ConvexJsonObject } from "../values/convexJson.ts";

export type ImportLosses = BulkImport["losses"];

/** How far an export or import is; the CLI watches it. */
export interface TransferReport {
  readonly transferId: string;
  readonly kind: "export" | "import";
  readonly state: ConvexJsonObject;
}

export interface TransferRuntime {
  /** A consistent copy of what is durable now, in a new file. */
  copyDatabase(file: string): Promise<void>;
  /** One at a time: what another has not finished is given up. */
  beginImport(plan: ImportPlan): Promise<ImportLosses>;
  /** `table` is a position in the plan. The error names the line. */
  addToImport(
    table: number,
    documents: readonly ImportedDocument[],
  ): Promise<void>;
  /** Takes all of it into use and runs every live query anew; on an error nothing has changed. */
  finishImport(): Promise<void>;
  abandonImport(): Promise<void>;
  reportTransfer(report: TransferReport): Promise<void>;
  /** Those that have not ended have failed, for that reason. */
  endTransfers(reason: string): Promise<void>;
}
