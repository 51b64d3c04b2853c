/**
 * The database's interface to the layers above. It owns documents, indexes,
 * transactions and their read sets. It knows nothing of user functions,
 * sessions or the network.
 *
 * Keys are *binary strings*: one character per byte, code points 0 to 255.
 * JavaScript's `<` then compares like `memcmp`, and a key can be a Map key.
 * SQLite stores them as TEXT; UTF-8 keeps their order.
 *
 * Isolation is serialisable. A transaction reads the latest applied state plus
 * its own writes. `apply` checks its read set against every commit applied
 * since it began, and throws `ConflictError` if one intersects.
 *
 * Durability takes two steps. `apply` writes into the SQLite transaction of the
 * current batch, visible to later transactions in this process. `flush` commits
 * the batch with one fsync. Tell clients about a commit only after the flush
 * that covers it. If a flush fails for any reason but a full disk, the outcome
 * is unknown and the process must end.
 */
import type { StoredVector } from "../storage/vectorStorage.ts";
import type { ConvexJsonObject } from "../values/convexJson.ts";
import type {
  Commit,
  ComponentPath,
  SessionRequest,
  StoredResponse,
  Timestamp,
} from "./commits.ts";
import type { BulkImport, ImportPlan } from "./imports.ts";
import type { SchemaByComponent, SchemaViolation } from "./schemas.ts";
import type { Transaction } from "./transaction.ts";
import type { VectorQuery } from "./vectorIndex.ts";

export type {
  ComponentPath,
  Timestamp,
  Interval,
  ReadSet,
  WriteSet,
  Commit,
  SessionRequest,
  StoredResponse,
} from "./commits.ts";
export {
  ConflictError,
  BatchLostError,
  DatabaseError,
  InvalidCursorError,
} from "./databaseErrors.ts";
export type {
  QueryJson,
  PageRequest,
  Page,
  QueryStream,
  TransactionUsage,
  UsageMeter,
  Transaction,
  NestedTransaction,
} from "./transaction.ts";
export type {
  TableSchema,
  ComponentSchema,
  SchemaByComponent,
  SchemaViolation,
} from "./schemas.ts";
export { SYSTEM_TABLES, VISIBLE_SYSTEM_TABLES } from "./schemas.ts";
export type {
  ImportTable,
  ImportPlan,
  ImportedDocument,
  PreparedImport,
  BulkImport,
} from "./imports.ts";
export type { StoredVector } from "../storage/vectorStorage.ts";
export type { FilterTerm, VectorQuery } from "./vectorIndex.ts";
export {
  StorageFailedError,
  StorageFullError,
} from "../storage/storageErrors.ts";

export interface VectorResult {
  readonly _id: string;
  /** Cosine similarity, from -1 to 1. */
  readonly _score: number;
}

/**
 * Reads vector indexes from the latest applied state. Searches run in memory,
 * on a copy that the caller loads and keeps current through `watch` and
 * `takeChanged`. Entries are keyed by document row number; SQLite may give the
 * number of a deleted document to a new one.
 */
export interface VectorReads {
  /** @throws DatabaseError if the query cannot be run */
  parse(component: ComponentPath, query: ConvexJsonObject): VectorQuery;
  /** Starts tracking changed rows. No row counts as changed yet. */
  watch(indexId: number): void;
  unwatch(indexId: number): void;
  /**
   * Returns up to `limit` entries with row numbers above `row`, in row order.
   */
  after(indexId: number, row: number, limit: number): StoredVector[];
  /** Returns how many tracked changes have not been taken yet. */
  changedCount(indexId: number): number;
  /**
   * Takes up to `limit` changed rows. Returns their current entries, and the
   * rows that no longer have one.
   */
  takeChanged(
    indexId: number,
    limit: number,
  ): { entries: StoredVector[]; removed: number[] };
  /**
   * Scores the given rows exactly. Returns the best ones, most similar first;
   * ties are ordered by id.
   */
  results(query: VectorQuery, rows: readonly number[]): VectorResult[];
}

export interface Database {
  /** Timestamp of the latest applied commit. */
  readonly lastTs: Timestamp;
  begin(): Transaction;
  /**
   * Opens a transaction for `snapshotQuery`. It reads the applied state without
   * the calling transaction's writes, has its own read set and refuses writes.
   * If `isStale()` is true after the call, its reads came from different states,
   * and the call has to run again.
   */
  beginSnapshot(): Transaction;
  /**
   * Validates and applies a transaction, and ends it. If it writes nothing, or
   * its writes change nothing, this creates no commit, stores no response and
   * returns `lastTs`. Running such a mutation again is harmless.
   * @throws ConflictError if something the transaction read has changed
   * @throws StorageFullError if the disk is full; nothing was written
   */
  apply(
    transaction: Transaction,
    request?: SessionRequest & { resultJson: string; logLines: string[] },
  ): Timestamp;
  /** True while applied commits wait for `flush`. */
  readonly hasUnflushed: boolean;
  /**
   * Commits the batch durably. Returns the commits that are now durable, oldest
   * first.
   * @throws BatchLostError if the disk is full: the batch did not happen
   * @throws StorageFailedError if the outcome is unknown: end the process
   */
  flush(): readonly Commit[];
  /**
   * Tidies up what commits have left behind, which may take a few milliseconds.
   * Call it now and then after `flush`, when nobody waits for an answer. Does
   * nothing while applied commits wait for `flush`.
   * @throws StorageFailedError if the disk fails: end the process
   */
  checkpoint(): void;
  storedResponse(request: SessionRequest): StoredResponse | null;
  /** Deletes the responses stored before `beforeMs`. */
  purgeResponses(beforeMs: number): void;
  /**
   * Returns the name of the table that an id belongs to, or null if the
   * component has no such table.
   */
  tableOfId(component: ComponentPath, id: string): string | null;
  /**
   * Returns up to 10 existing documents that violate `schemas`. Changes
   * nothing.
   */
  violations(schemas: SchemaByComponent): SchemaViolation[];
  /**
   * Changes tables and indexes to match `schemas`, and fills new indexes.
   * Durable on return.
   * @throws DatabaseError if an index is declared wrongly; nothing has changed
   * then
   */
  setSchemas(schemas: SchemaByComponent): void;
  /**
   * The component's tables that have been stored, without system tables, sorted
   * by name.
   */
  tables(component: ComponentPath): string[];
  /** Every component that has data, including those no longer deployed. */
  components(): ComponentPath[];
  /**
   * Starts an import. Gives up any earlier import that is unfinished.
   * @throws DatabaseError if the plan conflicts with the existing tables
   */
  beginImport(plan: ImportPlan): BulkImport;
  /**
   * Deletes part of what imports left behind. Returns false if there was nothing to
   * delete.
   */
  removeLeftovers(): boolean;
  readonly vectors: VectorReads;
  /**
   * Copies a consistent state of the committed data into a new file. Other work
   * continues meanwhile. Returns the timestamp of the last commit in the copy.
   */
  copyTo(file: string): Promise<Timestamp>;
  /**
   * Small settings of the layers above (environment, deployments, keys).
   * Durable on return.
   */
  readonly settings: {
    get(key: string): string | null;
    set(key: string, value: string | null): void;
    entries(prefix: string): [key: string, value: string][];
  };
  close(): void;
}
