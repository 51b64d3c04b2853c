/**
 * A transaction's writes before they are applied: each document before and
 * after, and the index keys they add, in order. Nested transactions are marks
 * in an undo log.
 */
import type { ConvexJsonObject } from "../values/convexJson.ts";
import type { IndexInfo, TableInfo } from "./catalog.ts";
import type { Interval } from "./contract.ts";
import { SortedKeys } from "./sortedKeys.ts";

/** The document as storage has it. */
export interface CommittedState {
  readonly row: number;
  readonly json: string;
}

export interface WrittenState {
  readonly json: string;
  readonly document: ConvexJsonObject;
  /** One key per index of the table. */
  readonly keys: ReadonlyMap<IndexInfo, string>;
}

export interface OverlayEntry {
  readonly table: TableInfo;
  readonly id: string;
  /** Null if the transaction created the document. */
  readonly before: CommittedState | null;
  /** Null if the transaction removed the document. */
  readonly after: WrittenState | null;
}

interface Undo {
  readonly id: string;
  readonly previous: OverlayEntry | null;
}

/** The beginning of a nested transaction. */
export interface Mark {
  /** Length of the undo log. */
  readonly at: number;
}

export class Overlay {
  readonly #entries = new Map<string, OverlayEntry>();
  readonly #keys = new Map<number, SortedKeys>();
  readonly #log: Undo[] = [];
  readonly #marks: Mark[] = [];

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  get depth(): number {
    return this.#marks.length;
  }

  entries(): Iterable<OverlayEntry> {
    return this.#entries.values();
  }

  get(id: string): OverlayEntry | undefined {
    return this.#entries.get(id);
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /**
   * Returns the first key of an index within `range`: the lowest, or the
   * highest if not ascending.
   */
  firstKey(
    indexId: number,
    range: Interval,
    isAscending: boolean,
  ): { key: string; id: string } | null {
    return this.#keys.get(indexId)?.first(range, isAscending) ?? null;
  }

  set(entry: OverlayEntry): void {
    const previous = this.#entries.get(entry.id) ?? null;
    if (this.#marks.length > 0) this.#log.push({ id: entry.id, previous });
    this.#replace(entry.id, previous, entry);
  }

  /** Begins a nested transaction. */
  mark(): Mark {
    const mark = { at: this.#log.length };
    this.#marks.push(mark);
    return mark;
  }

  /**
   * Merges a nested transaction, with all transactions that began within it, into
   * the enclosing one. Returns false if it has ended already.
   */
  commitTo(mark: Mark): boolean {
    if (!this.#endMark(mark)) return false;
    if (this.#marks.length === 0) this.#log.length = 0;
    return true;
  }

  /**
   * Undoes every write since the nested transaction began. Returns false if it
   * has ended already.
   */
  rollbackTo(mark: Mark): boolean {
    if (!this.#endMark(mark)) return false;
    while (this.#log.length > mark.at) {
      const undo = this.#log.pop();
      if (undo === undefined) break;
      const current = this.#entries.get(undo.id) ?? null;
      this.#replace(undo.id, current, undo.previous);
    }
    return true;
  }

  #endMark(mark: Mark): boolean {
    const depth = this.#marks.indexOf(mark);
    if (depth === -1) return false;
    this.#marks.length = depth;
    return true;
  }

  #replace(
    id: string,
    previous: OverlayEntry | null,
    next: OverlayEntry | null,
  ): void {
    for (const [index, key] of previous?.after?.keys ?? []) {
      this.#sorted(index.id).delete(key);
    }
    for (const [index, key] of next?.after?.keys ?? []) {
      this.#sorted(index.id).set(key, id);
    }
    if (next === null) this.#entries.delete(id);
    else this.#entries.set(id, next);
  }

  #sorted(indexId: number): SortedKeys {
    let keys = this.#keys.get(indexId);
    if (keys === undefined) {
      keys = new SortedKeys();
      this.#keys.set(indexId, keys);
    }
    return keys;
  }
}
