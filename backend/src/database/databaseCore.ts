/**
 * Opens transactions, validates and applies them, and commits batches. It owns
 * the commit clock; `Storage` owns documents, and `Catalog` owns tables and
 * indexes.
 */
import type { Storage } from "../storage/storage.ts";
import {
  StorageFailedError,
  StorageFullError,
} from "../storage/storageErrors.ts";
import type { Synchronous } from "../storage/synchronous.ts";
import { applyWrites, effectiveEntries } from "./applyWrites.ts";
import { beginBulkImport } from "./bulkImport.ts";
import { Catalog, type TableInfo } from "./catalog.ts";
import { storedLastTs, storeLastTs, timestampAfter } from "./commitClock.ts";
import { CreationClock } from "./creationClock.ts";
import {
  BatchLostError,
  type BulkImport,
  type Commit,
  type ComponentPath,
  type ComponentSchema,
  ConflictError,
  type Database,
  DatabaseError,
  type ImportPlan,
  type SchemaByComponent,
  type SchemaViolation,
  type SessionRequest,
  type StoredResponse,
  type Timestamp,
  type Transaction,
} from "./contract.ts";
import { Cursors, loadCursorSecret } from "./cursors.ts";
import { removeSomeLeftovers } from "./leftovers.ts";
import { QueryPlans } from "./queryPlans.ts";
import { OpenTransaction } from "./openTransaction.ts";
import { RecentCommits, unionOf } from "./recentCommits.ts";
import {
  adoptSchemas,
  changeSchemas,
  findViolations,
  requireValidSchemas,
  saveTables,
} from "./schemaChanges.ts";
import { StoredVectorReads } from "./vectorReads.ts";

export interface DatabaseOptions {
  readonly nowMs: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
}

type StoredSchemas = [ComponentPath, ComponentSchema | null][];
type Answer = SessionRequest & { resultJson: string; logLines: string[] };

const SCHEMAS = "schemas";

export class DatabaseCore implements Database {
  readonly storage: Storage;
  readonly catalog: Catalog;
  readonly plans: QueryPlans;
  readonly cursors: Cursors;
  readonly vectors: StoredVectorReads;
  readonly #options: DatabaseOptions;
  readonly #recent: RecentCommits;
  readonly #creationClock: CreationClock;
  #lastTs: Timestamp;
  #schemaVersion = 0;
  #schemas: SchemaByComponent = new Map();
  #savedInBatch: TableInfo[] = [];
  /** Applied in the open SQLite transaction, but not committed. */
  #batch: Commit[] = [];
  /** Committed, but not yet returned by `flush`. */
  #durable: Commit[] = [];
  /** Once set, no more writes are accepted. */
  #failure: StorageFailedError | null = null;
  /** Applied, then rolled back by a full disk; not yet reported by `flush`. */
  #lost: Commit[] = [];

  constructor(storage: Storage, options: DatabaseOptions) {
    this.storage = storage;
    this.#options = options;
    this.#lastTs = storedLastTs(storage);
    this.#creationClock = new CreationClock(storage);
    this.#recent = new RecentCommits(this.#lastTs);
    this.catalog = this.#loadCatalog();
    this.plans = new QueryPlans(this.catalog);
    this.cursors = new Cursors(loadCursorSecret(storage, options.randomBytes));
    this.vectors = new StoredVectorReads(storage, this.catalog);
  }

  #loadCatalog(): Catalog {
    const catalog = new Catalog();
    catalog.load(this.storage);
    // `setSchemas` wrote this text, so it has this shape.
    this.#schemas = new Map(
      JSON.parse(this.storage.meta(SCHEMAS) ?? "[]") as StoredSchemas,
    );
    adoptSchemas(catalog, this.#schemas);
    return catalog;
  }

  get lastTs(): Timestamp {
    return this.#lastTs;
  }

  /** Number of transactions that have not ended. */
  get openCount(): number {
    return this.#recent.openCount;
  }

  begin(): Transaction {
    return this.#open(false);
  }

  beginSnapshot(): Transaction {
    return this.#open(true);
  }

  #open(isReadOnly: boolean): Transaction {
    const transaction = new OpenTransaction(this, {
      beginTs: this.#lastTs,
      schemaVersion: this.#schemaVersion,
      isReadOnly,
    });
    this.#recent.open(transaction, transaction.beginTs);
    return transaction;
  }

  apply(transaction: Transaction, answer?: Answer): Timestamp {
    const open = this.#requireOwn(transaction);
    if (this.#failure !== null) throw this.#failure;
    try {
      if (this.isStale(open)) {
        throw new ConflictError("What the transaction has read has changed.");
      }
      const entries = effectiveEntries(open.overlay.entries());
      if (entries.length === 0) return this.#lastTs;
      const ts = timestampAfter(this.#lastTs, this.#options.nowMs());
      const { writes, tables } = this.#write(() => {
        const saved = saveTables(this.storage, this.catalog);
        if (answer !== undefined) this.#storeAnswer(ts, answer);
        return {
          tables: saved,
          writes: applyWrites(this.storage, entries, ts),
        };
      });
      this.catalog.setSaved(tables, true);
      this.#savedInBatch.push(...tables);
      this.#publish({ ts, writes });
      return ts;
    } finally {
      open.end();
    }
  }

  #requireOwn(transaction: Transaction): OpenTransaction {
    if (!(transaction instanceof OpenTransaction) || transaction.isEnded) {
      throw new DatabaseError(
        "apply() takes an open transaction from begin(), once.",
      );
    }
    if (transaction.overlay.depth > 0) {
      throw new DatabaseError("A nested transaction is still open.");
    }
    return transaction;
  }

  #storeAnswer(ts: Timestamp, answer: Answer): void {
    this.storage.insertAnswer({ ...answer, ts }, this.#options.nowMs());
  }

  /** Runs `work` in the current batch, all or nothing. */
  #write<T>(work: () => Synchronous<T>): T {
    if (!this.storage.inTransaction) this.storage.begin();
    try {
      return this.storage.withSavepoint(work);
    } catch (error) {
      if (error instanceof StorageFailedError) this.#failure = error;
      if (!this.storage.inTransaction) this.#loseBatch();
      throw error;
    }
  }

  #publish(commit: Commit): void {
    this.#lastTs = commit.ts;
    this.#batch.push(commit);
    this.#recent.add(commit);
  }

  get hasUnflushed(): boolean {
    return this.#batch.length + this.#durable.length + this.#lost.length > 0;
  }

  flush(): readonly Commit[] {
    this.#commitBatch();
    if (this.#lost.length > 0) {
      const lost = this.#lost;
      this.#lost = [];
      throw new BatchLostError(
        `The disk is full: ${lost.length} commits were not stored and did not happen.`,
        lost,
      );
    }
    const commits = this.#durable;
    this.#durable = [];
    return commits;
  }

  checkpoint(): void {
    if (this.#failure !== null || this.storage.inTransaction) return;
    try {
      this.storage.checkpoint();
    } catch (error) {
      // The WAL keeps everything until there is space again.
      if (!(error instanceof StorageFullError)) throw this.#fail(error);
    }
  }

  /**
   * Puts the batch into `#lost` if the disk is full. Throws any other failure.
   */
  #commitBatch(): void {
    if (this.#failure !== null) throw this.#failure;
    if (!this.storage.inTransaction) return;
    try {
      storeLastTs(this.storage, this.#lastTs);
      this.#creationClock.store(this.storage);
      this.storage.commit();
    } catch (error) {
      if (!(error instanceof StorageFullError)) throw this.#fail(error);
      this.storage.rollback();
      this.#loseBatch();
      return;
    }
    this.#durable.push(...this.#batch);
    this.#batch = [];
    this.#savedInBatch = [];
  }

  /**
   * Records that the batch may or may not have been stored. Nothing is written
   * after this.
   */
  #fail(cause: unknown): StorageFailedError {
    this.#failure =
      cause instanceof StorageFailedError
        ? cause
        : new StorageFailedError("A commit failed.", { cause });
    return this.#failure;
  }

  /**
   * Reverts to the state before the batch. Transactions that have read the
   * batch must not be applied, so this adds one more commit over the same keys
   * to conflict with them.
   */
  #loseBatch(): void {
    this.catalog.setSaved(this.#savedInBatch, false);
    this.#savedInBatch = [];
    const lost = this.#batch;
    this.#batch = [];
    if (lost.length === 0) return;
    this.#lost.push(...lost);
    this.#lastTs += 1n;
    this.#recent.add({ ts: this.#lastTs, writes: unionOf(lost) });
  }

  storedResponse(request: SessionRequest): StoredResponse | null {
    return this.storage.answer(request);
  }

  purgeResponses(beforeMs: number): void {
    this.#writeDurably(() => this.storage.deleteAnswers(beforeMs));
  }

  violations(schemas: SchemaByComponent): SchemaViolation[] {
    return findViolations(this.storage, this.catalog, schemas);
  }

  setSchemas(schemas: SchemaByComponent): void {
    requireValidSchemas(schemas);
    const all = new Map([...this.#schemas, ...schemas]);
    const restore = this.catalog.remember();
    try {
      this.#commitBatch();
      this.storage.bulk.withSpill(() =>
        this.storage.transaction(() => {
          changeSchemas(this.storage, this.catalog, schemas);
          this.storage.setMeta(SCHEMAS, JSON.stringify([...all]));
        }),
      );
    } catch (error) {
      restore();
      throw error;
    } finally {
      this.plans.clear();
    }
    this.#schemas = all;
    adoptSchemas(this.catalog, schemas);
    // Open transactions hold keys for the old indexes, so they must run again.
    this.#schemaVersion += 1;
  }

  components(): ComponentPath[] {
    const tables = [...this.catalog.tables()];
    return [...new Set(tables.map((table) => table.component))];
  }

  tables(component: ComponentPath): string[] {
    return [...this.catalog.tables()]
      .filter(
        (table) =>
          table.component === component && table.isSaved && !table.isSystem,
      )
      .map((table) => table.name)
      .sort();
  }

  tableOfId(component: ComponentPath, id: string): string | null {
    return this.catalog.tableOfId(component, id)?.name ?? null;
  }

  beginImport(plan: ImportPlan): BulkImport {
    return beginBulkImport(this, plan, this.#schemas, (work) =>
      this.#writeDurably(() => {
        const result = work();
        this.#creationClock.store(this.storage);
        return result;
      }),
    );
  }

  removeLeftovers(): boolean {
    return this.#writeDurably(() => removeSomeLeftovers(this.storage));
  }

  async copyTo(file: string): Promise<Timestamp> {
    await this.storage.bulk.copyTo(file, () => this.#endBatch());
    return storedLastTs(this.storage);
  }

  /** Commits the batch before `flush` is called, which then reports the result. */
  #endBatch(): void {
    try {
      this.#commitBatch();
    } catch (error) {
      if (error !== this.#failure) throw error;
    }
  }

  readonly settings: Database["settings"] = {
    get: (key) => this.storage.setting(key),
    set: (key, value) =>
      this.#writeDurably(() => this.storage.setSetting(key, value)),
    entries: (prefix) => this.storage.settings(prefix),
  };

  /** Runs `work` in its own transaction, after committing the batch so far. */
  #writeDurably<T>(work: () => Synchronous<T>): T {
    this.#commitBatch();
    return this.storage.transaction(work);
  }

  close(): void {
    this.storage.close();
  }

  // Transactions call the methods below.

  nextCreationTime(): number {
    return this.#creationClock.next(this.#options.nowMs());
  }

  randomBytes(count: number): Uint8Array {
    return this.#options.randomBytes(count);
  }

  isStale(transaction: OpenTransaction): boolean {
    return (
      transaction.schemaVersion !== this.#schemaVersion ||
      this.#recent.conflicts(transaction.readSet, transaction.beginTs)
    );
  }

  end(transaction: OpenTransaction): void {
    this.#recent.close(transaction);
  }
}
