/** A transaction, its queries and its usage, as the layers above see them. */
import type { ConvexJsonObject } from "../values/convexJson.ts";
import type { ComponentPath, ReadSet, Timestamp } from "./commits.ts";

/**
 * The `query` of `1.0/queryStream` and `1.0/queryPage`, as convex/server sends
 * it.
 */
export interface QueryJson {
  readonly source: ConvexJsonObject;
  readonly operators: readonly ConvexJsonObject[];
  /** True if this object is passed only once, so its plan is not kept. */
  readonly isPassing?: boolean;
}

/**
 * Asks for the rows after `cursor`: up to `pageSize` of them, or everything up
 * to and including `endCursor` if that is set.
 */
export interface PageRequest {
  readonly query: QueryJson;
  readonly cursor: string | null;
  readonly endCursor: string | null;
  readonly pageSize: number;
  readonly maximumRowsRead?: number;
  readonly maximumBytesRead?: number;
}

export interface Page {
  /** Documents as JSON text. */
  readonly page: readonly string[];
  readonly isDone: boolean;
  readonly continueCursor: string;
  readonly splitCursor: string | null;
  readonly pageStatus: "SplitRecommended" | "SplitRequired" | null;
}

export interface QueryStream {
  /** Returns the next document as JSON text, or null at the end. */
  next(): string | null;
}

/** Usage of a transaction so far. */
export interface TransactionUsage {
  bytesRead: number;
  bytesWritten: number;
  documentsRead: number;
  documentsWritten: number;
  databaseQueries: number;
  functionsScheduled: number;
  scheduledFunctionArgsBytes: number;
}

/**
 * Backs `1.0/getTransactionMetrics` and enforces the limits of a transaction.
 */
export interface UsageMeter {
  readonly used: Readonly<TransactionUsage>;
  remaining(measure: keyof TransactionUsage): number;
  /** @throws DatabaseError if the total then exceeds the limit */
  add(measure: keyof TransactionUsage, amount: number): void;
  /**
   * Lowers what may still be used, until the function that this call or an earlier
   * `lower` returned is called. Limits are never raised.
   */
  lower(limits: Partial<TransactionUsage>): () => void;
}

/**
 * A layer of writes that can be rolled back separately. Ending it also ends the
 * layers begun in it; after that, they can no longer be ended themselves.
 */
export interface NestedTransaction {
  /** Does nothing if the layer has ended. */
  commit(): void;
  /** Returns false if the layer had ended before. */
  rollback(): boolean;
}

/**
 * One top-level query or mutation. All methods are synchronous and throw
 * `DatabaseError` with the text that the developer sees. `component` is the
 * component that is running: tables, ids and system tables are isolated per
 * component.
 *
 * Writing to a system table requires its name (`insert(c, "_jobs", ...)`,
 * `patch(c, id, value, "_jobs")`). An id alone, which an app may hold, cannot reach
 * the documents of system tables.
 */
export interface Transaction {
  readonly beginTs: Timestamp;
  readonly readSet: ReadSet;
  readonly usage: UsageMeter;
  /**
   * Returns the document as JSON text, or null. `system` allows tables that
   * start with `_`.
   */
  get(
    component: ComponentPath,
    id: string,
    options?: { table?: string; system?: boolean },
  ): string | null;
  /** Returns the new id. `value` must not contain system fields. */
  insert(
    component: ComponentPath,
    table: string,
    value: ConvexJsonObject,
  ): string;
  /**
   * Merges `value` into the document; `{"$undefined": null}` removes a field.
   */
  patch(
    component: ComponentPath,
    id: string,
    value: ConvexJsonObject,
    table?: string,
  ): void;
  replace(
    component: ComponentPath,
    id: string,
    value: ConvexJsonObject,
    table?: string,
  ): void;
  remove(component: ComponentPath, id: string, table?: string): void;
  stream(component: ComponentPath, query: QueryJson): QueryStream;
  page(component: ComponentPath, request: PageRequest): Page;
  count(component: ComponentPath, table: string): number;
  /** Returns `id` if it belongs to `table`, else null. */
  normalizeId(
    component: ComponentPath,
    table: string,
    id: string,
  ): string | null;
  beginNested(): NestedTransaction;
  /**
   * Returns true if a commit since the transaction began touches anything that it
   * has read.
   */
  isStale(): boolean;
  /**
   * Releases the commits that are kept for conflict checks. Call this on every
   * transaction that is not applied: queries, failed mutations, snapshots. `apply`
   * itself ends the transactions that it applies. A second call does nothing.
   */
  end(): void;
}
