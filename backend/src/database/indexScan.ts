/**
 * Scans an index range in order and merges the transaction's own writes with
 * what storage has.
 *
 * It is lazy: storage is read in chunks, and only rows handed out count as
 * read. Writes made during the scan are seen if they are ahead of its position.
 */
import type { Order, Storage, StoredRow } from "../storage/storage.ts";
import { idLength } from "../values/ids.ts";
import { encodeKey, keyAfter } from "../values/keys.ts";
import { type IndexInfo, type TableInfo } from "./catalog.ts";
import type { Interval } from "./contract.ts";
import type { TransactionMeter } from "./limits.ts";
import type { Overlay } from "./overlay.ts";
import type { ReadRecorder, ScanInterval } from "./readSet.ts";

const FIRST_CHUNK_ROWS = 32;
const MAX_CHUNK_ROWS = 512;
/** Every key ends with the id, and every string with two zero bytes. */
const STRING_END_LENGTH = 2;

export interface ScanContext {
  readonly storage: Storage;
  readonly overlay: Overlay;
  readonly reads: ReadRecorder;
  readonly usage: TransactionMeter;
}

export interface ScanTarget {
  readonly table: TableInfo;
  readonly index: IndexInfo;
  readonly range: Interval;
  readonly order: Order;
  /**
   * Number of rows that will probably be enough. Storage reads no more at first.
   */
  readonly expectedRows?: number;
}

/** Rows in the order of a query, one at a time. */
export interface RowSource {
  next(): StoredRow | null;
}

export class IndexScan implements RowSource {
  readonly #context: ScanContext;
  readonly #target: ScanTarget;
  readonly #interval: ScanInterval;
  readonly #isAscending: boolean;
  /** The range not handed out yet. */
  #rest: Interval;
  /** The range not fetched yet; null when storage has no more. */
  #unfetched: Interval | null;
  #chunk: readonly StoredRow[] = [];
  #position = 0;
  #chunkRows: number;

  constructor(context: ScanContext, target: ScanTarget) {
    this.#context = context;
    this.#target = target;
    this.#isAscending = target.order === "asc";
    this.#rest = target.range;
    this.#unfetched = isEmpty(target.range) ? null : target.range;
    this.#chunkRows = Math.min(
      target.expectedRows ?? FIRST_CHUNK_ROWS,
      MAX_CHUNK_ROWS,
    );
    this.#interval = context.reads.beginScan(
      target.index.id,
      target.range,
      this.#isAscending,
    );
  }

  next(): StoredRow | null {
    const row = this.#nearest();
    if (row === null) {
      this.#interval.finish();
      return null;
    }
    this.#interval.readTo(row.key);
    this.#context.usage.read(row.json);
    return row;
  }

  #nearest(): StoredRow | null {
    const { overlay } = this.#context;
    if (overlay.isEmpty) return this.#takeStored(this.#peekStored());
    const stored = this.#peekStored();
    const written = overlay.firstKey(
      this.#target.index.id,
      this.#rest,
      this.#isAscending,
    );
    if (written === null) return this.#takeStored(stored);
    if (stored !== null && this.#isBefore(stored.key, written.key)) {
      return this.#takeStored(stored);
    }
    const json = overlay.get(written.id)?.after?.json;
    if (json === undefined) throw new Error("The overlay lost a document.");
    this.#moveTo(written.key);
    return { key: written.key, json };
  }

  #isBefore(key: string, other: string): boolean {
    return this.#isAscending ? key < other : key > other;
  }

  #takeStored(row: StoredRow | null): StoredRow | null {
    if (row === null) return null;
    this.#position += 1;
    this.#moveTo(row.key);
    return row;
  }

  #moveTo(key: string): void {
    this.#rest = this.#restAfter(key);
  }

  #restAfter(key: string): Interval {
    const { low, high } = this.#target.range;
    return this.#isAscending
      ? { low: keyAfter(key), high }
      : { low, high: key };
  }

  /**
   * Returns the next stored row, skipping documents that the transaction has
   * written itself.
   */
  #peekStored(): StoredRow | null {
    for (;;) {
      const row = this.#chunk[this.#position];
      if (row === undefined) {
        if (!this.#fetch()) return null;
      } else if (this.#isOverlaid(row)) {
        this.#position += 1;
      } else {
        return row;
      }
    }
  }

  #isOverlaid(row: StoredRow): boolean {
    const { overlay } = this.#context;
    return !overlay.isEmpty && overlay.has(this.#idOf(row));
  }

  #idOf(row: StoredRow): string {
    const end = row.key.length - STRING_END_LENGTH;
    return row.key.slice(end - idLength(this.#target.table.idNumber), end);
  }

  /** Returns false when there is nothing more to fetch. */
  #fetch(): boolean {
    const range = this.#unfetched;
    if (range === null) return false;
    const limit = Math.max(this.#chunkRows, 1);
    this.#chunk = this.#scan(range, limit);
    this.#position = 0;
    this.#chunkRows = Math.min(limit * 4, MAX_CHUNK_ROWS);
    const last = this.#chunk[this.#chunk.length - 1];
    this.#unfetched =
      last === undefined || this.#chunk.length < limit
        ? null
        : this.#restAfter(last.key);
    return last !== undefined;
  }

  #scan(range: Interval, limit: number): readonly StoredRow[] {
    const { storage } = this.#context;
    const { table, index, order } = this.#target;
    if (index !== table.byId) {
      return storage.scanIndex(index.id, range, order, limit);
    }
    return storage
      .scanDocuments(table.number, range, order, limit)
      .map(({ id, json }) => ({ key: encodeKey(id), json }));
  }
}

function isEmpty(range: Interval): boolean {
  return range.low >= range.high;
}
