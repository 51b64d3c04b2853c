/**
 * What the layers above know of the database. It owns documents, indexes,
 * transactions and their read sets; it knows nothing of user functions,
 * sessions or the network.
 *
 * Keys are *binary strings*: one character per byte, code points 0 to 255, so
 * that `<` of JavaScript is `memcmp` and a key can be a Map key. Only storage/
 * turns them into blobs.
 *
 * Isolation: serialisable. A transaction reads the latest applied state and its
 * own writes; `apply` validates its read set against every commit applied since
 * it began and throws `ConflictError` if one intersects.
 *
 * Durability: `apply` writes into the open SQLite transaction of the current
 * batch, visible to later transactions of this process; `flush` commits the
 * batch with one fsync. Nothing may be told to a client before the flush that
 * covers it. A flush that fails leaves the outcome unknown: the process must end.
 */
import { StorageFullError } from "../storage/storageErrors.ts";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";

export {
  StorageFailedError,
  StorageFullError,
} from "../storage/storageErrors.ts";

/** Path of a mounted component: `""` is the app, `"a/b"` a nested one. */
export type ComponentPath = string;

/** Nanoseconds since the epoch, strictly increasing: `max(now, last + 1)`. */
export type Timestamp = bigint;

/** `low` inclusive, `high` exclusive. */
export interface Interval {
  readonly low: string;
  readonly high: string;
}

/** Index intervals a transaction has read, merged per index. */
export interface ReadSet {
  readonly intervals: ReadonlyMap<number, readonly Interval[]>;
  intersects(writes: WriteSet): boolean;
}

/** Index keys a commit has added, changed or removed: index id -> keys. */
export type WriteSet = ReadonlyMap<number, ReadonlySet<string>>;

export interface Commit {
  readonly ts: Timestamp;
  readonly writes: WriteSet;
}

export interface SessionRequest {
  readonly sessionId: string;
  readonly requestId: number;
}

/** What a mutation answered, kept so that a resent request has effect once. */
export interface StoredResponse {
  readonly ts: Timestamp;
  readonly resultJson: string;
  readonly logLines: readonly string[];
}

export class ConflictError extends Error {
  override readonly name = "ConflictError";
}

/**
 * The disk was full: the commits applied since the last flush did not happen.
 * Nobody may be told of them, and what was read since then is stale where
 * `lost` touches it. The next transactions read the state before them.
 */
export class BatchLostError extends StorageFullError {
  override readonly name = "BatchLostError";
  readonly lost: readonly Commit[];

  constructor(message: string, lost: readonly Commit[]) {
    super(message);
    this.lost = lost;
  }
}

/** A mistake of the developer or of the caller, to be shown as it is. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
}

/** The `query` of `1.0/queryStream` and `1.0/queryPage`, as convex/server sends it. */
export interface QueryJson {
  readonly source: ConvexJsonObject;
  readonly operators: readonly ConvexJsonObject[];
}

export interface PageRequest {
  readonly query: QueryJson;
  readonly cursor: string | null;
  readonly endCursor: string | null;
  readonly pageSize: number;
  readonly maximumRowsRead?: number;
  readonly maximumBytesRead?: number;
}

export interface Page {
  /** Documents as JSON texts. */
  readonly page: readonly string[];
  readonly isDone: boolean;
  readonly continueCursor: string;
  readonly splitCursor: string | null;
  readonly pageStatus: "SplitRecommended" | "SplitRequired" | null;
}

export interface QueryStream {
  /** The next document as JSON text, or null at the end. */
  next(): string | null;
}

/** What a transaction has used. */
export interface TransactionUsage {
  bytesRead: number;
  bytesWritten: number;
  documentsRead: number;
  documentsWritten: number;
  databaseQueries: number;
  functionsScheduled: number;
  scheduledFunctionArgsBytes: number;
}

/** For `1.0/getTransactionMetrics` and the limits of a transaction. */
export interface UsageMeter {
  readonly used: Readonly<TransactionUsage>;
  remaining(measure: keyof TransactionUsage): number;
  /** @throws DatabaseError beyond the limit */
  add(measure: keyof TransactionUsage, amount: number): void;
  /** Until the caller ends it with what is returned, at most so much more may be used. */
  lower(limits: Partial<TransactionUsage>): () => void;
}

/**
 * One top-level query or mutation. All methods are synchronous and throw
 * `DatabaseError` with the text a developer sees. `component` names the running
 * component: tables, ids and system tables are isolated per component.
 *
 * Documents of system tables are written only by an explicit table name
 * (`insert(c, "_jobs", ...)`, `patch(c, id, value, "_jobs")`), so that an id
 * alone, as an app may hold one, never reaches them.
 */
export interface Transaction {
  readonly beginTs: Timestamp;
  readonly readSet: ReadSet;
  readonly usage: UsageMeter;
  /** JSON text of the document, or null. `system` allows `_`-tables. */
  get(
    component: ComponentPath,
    id: string,
    options?: { table?: string; system?: boolean },
  ): string | null;
  /** The new id. `value` has no system fields. */
  insert(
    component: ComponentPath,
    table: string,
    value: ConvexJsonObject,
  ): string;
  /** `{"$undefined": null}` removes a field. */
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
  normalizeId(
    component: ComponentPath,
    table: string,
    id: string,
  ): string | null;
  /** Sub-transactions of nested mutations. */
  beginNested(): void;
  commitNested(): void;
  rollbackNested(): void;
  /** True if a commit applied since the begin touches what was read. */
  isStale(): boolean;
  /**
   * Must be called on every transaction that is not applied (queries, failed
   * mutations, snapshots): until then the commits since its begin are kept.
   * `apply` ends a transaction by itself. A second call does nothing.
   */
  end(): void;
}

/** One table of a component, as `schema.export()` gives it, parsed. */
export interface TableSchema {
  readonly tableName: string;
  readonly indexes: readonly {
    indexDescriptor: string;
    fields: readonly string[];
  }[];
  readonly searchIndexes?: readonly {
    indexDescriptor: string;
    searchField: string;
    filterFields: readonly string[];
  }[];
  readonly vectorIndexes?: readonly ConvexJsonObject[];
  readonly documentType: ConvexJson;
}

export interface ComponentSchema {
  readonly tables: readonly TableSchema[];
  readonly schemaValidation: boolean;
}

/** Schema of every mounted component; null where a component has none. */
export type SchemaByComponent = ReadonlyMap<
  ComponentPath,
  ComponentSchema | null
>;

export interface SchemaViolation {
  readonly component: ComponentPath;
  readonly table: string;
  readonly message: string;
}

/**
 * Tables that the engine itself keeps in every component:
 * - `_storage`, `_scheduled_functions`: as apps see them through `db.system`;
 * - `_jobs` {jobId, component, path, args, runAt, state, attempts} with index
 *   `by_state_and_run_at`, and `by_job_id`: what the scheduler works from;
 * - `_files` {storageId, uuid, sha256Hex, size, contentType} with `by_uuid`
 *   and `by_storage_id`: where the bytes of a stored file lie.
 * - `_transfers` {transferId, kind, state}, of the app only: how far exports and
 *   imports are, for the CLI to watch.
 * Jobs and files are rows like any other, so they roll back with their transaction.
 */
export const SYSTEM_TABLES = [
  "_storage",
  "_scheduled_functions",
  "_jobs",
  "_files",
  "_transfers",
] as const;

/** A table of an import. What it holds before: see `mode`. */
export interface ImportTable {
  readonly component: ComponentPath;
  readonly table: string;
  /** The number within the ids of the documents to come; null when none has one. */
  readonly idNumber: number | null;
  /** `requireEmpty` refuses a table that has documents. */
  readonly mode: "requireEmpty" | "append" | "replace";
}

export interface ImportPlan {
  readonly tables: readonly ImportTable[];
  /** Components whose other tables are emptied, and removed if no schema names them. */
  readonly clearedComponents: readonly ComponentPath[];
}

export interface ImportedDocument {
  /** null: a new one is made. */
  readonly id: string | null;
  readonly creationTime: number | null;
  readonly value: ConvexJsonObject;
  /** Where it stands in its file, for messages. */
  readonly line: number;
}

/** Everything imported lies hidden in storage; `openDatabase` takes it into use, all of it or nothing. */
export interface PreparedImport {
  readonly tables: readonly (Omit<ImportTable, "idNumber"> & {
    readonly number: number;
    readonly idNumber: number;
  })[];
  readonly dropped: readonly { component: ComponentPath; table: string }[];
  /** Tables in the way of a number, which must be empty. */
  readonly renumbered: readonly {
    component: ComponentPath;
    table: string;
    idNumber: number;
  }[];
}

/**
 * Documents on their way in, invisible to everybody. It ends with its `Database`:
 * what no later opening takes into use is removed.
 */
export interface BulkImport {
  readonly prepared: PreparedImport;
  /** How many documents `replace` will take away, per table that has any. */
  readonly losses: readonly {
    component: ComponentPath;
    table: string;
    documents: number;
  }[];
  /**
   * Durable on return. `table` is a position in the plan.
   * @throws DatabaseError that names the line.
   */
  add(table: number, documents: readonly ImportedDocument[]): void;
  /** Leaves it to `removeLeftovers`. */
  abandon(): void;
}

export interface Database {
  /** Timestamp of the latest applied commit. */
  readonly lastTs: Timestamp;
  begin(): Transaction;
  /**
   * For `snapshotQuery`: reads the applied state, without the writes of the
   * calling transaction, into a read set of its own, and refuses to write. If
   * `isStale()` after the call, what it has read was not one state: run it again.
   */
  beginSnapshot(): Transaction;
  /**
   * Validates and applies. A transaction without writes, or whose writes change
   * nothing, gets `lastTs`, is no commit and leaves no stored response: run
   * again, it does no harm.
   * @throws ConflictError when what it read has changed.
   * @throws StorageFullError when nothing was written.
   */
  apply(
    transaction: Transaction,
    request?: SessionRequest & { resultJson: string; logLines: string[] },
  ): Timestamp;
  /** True while applied commits wait for `flush`. */
  readonly hasUnflushed: boolean;
  /**
   * Commits the batch durably; the commits it made durable, oldest first.
   * @throws BatchLostError when the disk is full: none of the batch happened.
   * @throws StorageFailedError when the outcome is unknown: end the process.
   */
  flush(): readonly Commit[];
  storedResponse(request: SessionRequest): StoredResponse | null;
  /** Purges responses stored before `beforeMs`. */
  purgeResponses(beforeMs: number): void;
  /** The table of an id within the component; null when it has no such table. */
  tableOfId(component: ComponentPath, id: string): string | null;
  /** Existing documents that the schema refuses (at most 10). Changes nothing. */
  violations(schemas: SchemaByComponent): SchemaViolation[];
  /** Tables and indexes become those of `schemas`; new indexes are backfilled. Durable on return. */
  setSchemas(schemas: SchemaByComponent): void;
  tables(component: ComponentPath): string[];
  /** @throws DatabaseError when the plan cannot be. */
  beginImport(plan: ImportPlan): BulkImport;
  /** Removes a part of what imports have left behind; false when nothing is left. */
  removeLeftovers(): boolean;
  /** Writes a consistent copy of the last commits into a new file, beside all other work. */
  copyTo(file: string): Promise<void>;
  /** Small durable settings of the layers above (environment, deployments, keys). */
  readonly settings: {
    get(key: string): string | null;
    set(key: string, value: string | null): void;
    entries(prefix: string): [key: string, value: string][];
  };
  close(): void;
}
