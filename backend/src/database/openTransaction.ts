/**
 * One transaction. It reads through its overlay, collects writes there and
 * records what it has read. `DatabaseCore` validates and applies it.
 */
import type { Storage } from "../storage/storage.ts";
import type { ConvexJsonObject } from "../values/convexJson.ts";
import { encodeId, RANDOM_BYTES, tableNumberOf } from "../values/ids.ts";
import { encodeKey, KEY_MAX } from "../values/keys.ts";
import type { Catalog, TableInfo } from "./catalog.ts";
import {
  type ComponentPath,
  DatabaseError,
  type Page,
  type PageRequest,
  type QueryJson,
  type QueryStream,
  type NestedTransaction,
  type Timestamp,
  type Transaction,
} from "./contract.ts";
import type { Cursors } from "./cursors.ts";
import type { ScanContext } from "./indexScan.ts";
import { TransactionMeter } from "./limits.ts";
import { Overlay } from "./overlay.ts";
import { Pipeline } from "./pipeline.ts";
import { readPage } from "./queryPage.ts";
import type { QueryPlans } from "./queryPlans.ts";
import { ReadRecorder } from "./readSet.ts";
import {
  type CurrentState,
  currentState,
  patched,
  splitDocument,
  type SystemFields,
  withoutSystemFields,
  writtenState,
} from "./writes.ts";

/** The parts of the database that a transaction uses. */
export interface TransactionHost {
  readonly storage: Storage;
  readonly catalog: Catalog;
  readonly plans: QueryPlans;
  readonly cursors: Cursors;
  nextCreationTime(): number;
  randomBytes(count: number): Uint8Array;
  isStale(transaction: OpenTransaction): boolean;
  end(transaction: OpenTransaction): void;
}

export interface TransactionState {
  readonly beginTs: Timestamp;
  readonly schemaVersion: number;
  readonly isReadOnly: boolean;
}

export class OpenTransaction implements Transaction {
  readonly beginTs: Timestamp;
  readonly schemaVersion: number;
  readonly readSet = new ReadRecorder();
  readonly overlay = new Overlay();
  readonly usage = new TransactionMeter(() => this.readSet.rangeCount);
  readonly #host: TransactionHost;
  readonly #isReadOnly: boolean;
  readonly #scanContext: ScanContext;
  #isEnded = false;

  constructor(host: TransactionHost, state: TransactionState) {
    this.#host = host;
    this.beginTs = state.beginTs;
    this.schemaVersion = state.schemaVersion;
    this.#isReadOnly = state.isReadOnly;
    this.#scanContext = {
      storage: host.storage,
      overlay: this.overlay,
      reads: this.readSet,
      usage: this.usage,
    };
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  get(
    component: ComponentPath,
    id: string,
    options?: { table?: string; system?: boolean },
  ): string | null {
    this.#requireOpen();
    const table = this.#tableOfId(component, id, "get", options?.table);
    if (table === null) return null;
    if (table.isSystem && options?.system !== true) {
      throw new DatabaseError(
        "System tables can only be accessed from db.system.get().",
      );
    }
    this.readSet.addPoint(table.byId.id, encodeKey(id));
    this.usage.queried();
    const entry = this.overlay.get(id);
    const json =
      entry === undefined
        ? this.#host.storage.documentJson(table.number, id)
        : (entry.after?.json ?? null);
    if (json !== null) this.usage.read(json);
    return json;
  }

  insert(
    component: ComponentPath,
    tableName: string,
    value: ConvexJsonObject,
  ): string {
    this.#requireWritable();
    const { catalog } = this.#host;
    const table = catalog.tableForInsert(component, tableName);
    const creationTime = this.#host.nextCreationTime();
    const random = this.#host.randomBytes(RANDOM_BYTES);
    const id = encodeId(table.idNumber, creationTime, random);
    const system = { _id: id, _creationTime: creationTime };
    const after = writtenState(catalog, table, system, value);
    this.usage.written(after.json);
    this.overlay.set({ table, id, before: null, after });
    return id;
  }

  patch(
    component: ComponentPath,
    id: string,
    value: ConvexJsonObject,
    table?: string,
  ): void {
    this.#update(component, id, table, "patch", (system, current) =>
      patched(system, current, value),
    );
  }

  replace(
    component: ComponentPath,
    id: string,
    value: ConvexJsonObject,
    table?: string,
  ): void {
    this.#update(component, id, table, "replace", (system) =>
      withoutSystemFields(system, value),
    );
  }

  remove(component: ComponentPath, id: string, tableName?: string): void {
    this.#requireWritable();
    const { table, current } = this.#toWrite(
      component,
      id,
      tableName,
      "delete",
    );
    this.usage.written(null);
    this.overlay.set({ table, id, before: current.before, after: null });
  }

  stream(component: ComponentPath, query: QueryJson): QueryStream {
    this.#requireOpen();
    const plan = this.#host.plans.planOf(component, query);
    this.usage.queried();
    const pipeline = new Pipeline(plan.operators);
    const { expectedRows } = pipeline;
    const scan = plan.open(this.#scanContext, plan.range, expectedRows);
    return {
      next: () => {
        this.#requireOpen();
        while (!pipeline.isExhausted) {
          const row = scan.next();
          if (row === null) return null;
          if (pipeline.accepts(row.json)) return row.json;
        }
        return null;
      },
    };
  }

  page(component: ComponentPath, request: PageRequest): Page {
    this.#requireOpen();
    const { plans, cursors } = this.#host;
    const plan = plans.planOf(component, request.query);
    this.usage.queried();
    return readPage(this.#scanContext, cursors, plan, request);
  }

  count(component: ComponentPath, tableName: string): number {
    this.#requireOpen();
    const { storage, catalog } = this.#host;
    const table = catalog.table(component, tableName);
    this.usage.queried();
    this.readSet.addInterval(table.byId.id, { low: "", high: KEY_MAX });
    let count = storage.countDocuments(table.number);
    for (const entry of this.overlay.entries()) {
      if (entry.table !== table) continue;
      count += (entry.after === null ? 0 : 1) - (entry.before === null ? 0 : 1);
    }
    return count;
  }

  normalizeId(
    component: ComponentPath,
    tableName: string,
    id: string,
  ): string | null {
    const table = this.#host.catalog.tableOfId(component, id);
    return table?.name === tableName ? id : null;
  }

  beginNested(): NestedTransaction {
    this.#requireOpen();
    const mark = this.overlay.mark();
    const before = this.usage.snapshot();
    return {
      commit: () => {
        this.overlay.commitTo(mark);
      },
      rollback: () => {
        const isUndone = this.overlay.rollbackTo(mark);
        if (isUndone) this.usage.takeBackWrites(before);
        return isUndone;
      },
    };
  }

  isStale(): boolean {
    return this.#host.isStale(this);
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#host.end(this);
  }

  #update(
    component: ComponentPath,
    id: string,
    tableName: string | undefined,
    operation: string,
    change: (
      system: SystemFields,
      current: ConvexJsonObject,
    ) => ConvexJsonObject,
  ): void {
    this.#requireWritable();
    const { table, current } = this.#toWrite(
      component,
      id,
      tableName,
      operation,
    );
    const { system, value } = splitDocument(current.json);
    const after = writtenState(
      this.#host.catalog,
      table,
      system,
      change(system, value),
    );
    this.usage.written(after.json);
    this.overlay.set({ table, id, before: current.before, after });
  }

  /** Returns the document to write. This counts as a read of the document. */
  #toWrite(
    component: ComponentPath,
    id: string,
    tableName: string | undefined,
    operation: string,
  ): { table: TableInfo; current: CurrentState } {
    const table = this.#tableOfId(component, id, operation, tableName);
    if (table?.isSystem === true && tableName !== table.name) {
      throw new DatabaseError(
        "System tables (prefixed with `_`) are read-only.",
      );
    }
    if (table !== null) {
      this.readSet.addPoint(table.byId.id, encodeKey(id));
      const { storage } = this.#host;
      const current = currentState(storage, this.overlay, table, id);
      if (current !== null) return { table, current };
    }
    throw new DatabaseError(
      operation === "delete"
        ? `Delete on nonexistent document ID ${id}`
        : `Update on nonexistent document ID ${id}`,
    );
  }

  /**
   * Returns null for a well-formed id that belongs to no table of this
   * component.
   */
  #tableOfId(
    component: ComponentPath,
    id: string,
    operation: string,
    expected: string | undefined,
  ): TableInfo | null {
    const table = this.#host.catalog.tableOfId(component, id);
    if (expected !== undefined) {
      if (table?.name === expected) return table;
      const found = table === null ? `'${id}'` : `ID of table '${table.name}'`;
      throw new DatabaseError(
        `Invalid argument \`id\` for \`db.${operation}\`: expected an ID in table '${expected}', got ${found}.`,
      );
    }
    if (table === null && tableNumberOf(id) === null) {
      throw new DatabaseError(
        `Invalid argument \`id\` for \`db.${operation}\`: unable to decode ID '${id}'.`,
      );
    }
    return table;
  }

  #requireOpen(): void {
    if (this.#isEnded) {
      throw new DatabaseError("The transaction has ended.");
    }
  }

  #requireWritable(): void {
    this.#requireOpen();
    if (this.#isReadOnly) {
      throw new DatabaseError("A snapshot query cannot write.");
    }
  }
}
