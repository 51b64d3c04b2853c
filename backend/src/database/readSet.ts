/**
 * Records which index intervals a transaction has read, so that later commits
 * can be checked against them.
 */
import { keyAfter } from "../values/keys.ts";
import type { Interval, ReadSet, WriteSet } from "./contract.ts";

/** The part of its range that a scan has read; grows as the scan continues. */
export interface ScanInterval {
  /**
   * Marks everything up to and including this key as read, in the direction of
   * the scan.
   */
  readTo(key: string): void;
  /** Marks the whole range as read: the scan has reached its end. */
  finish(): void;
}

class GrowingInterval implements ScanInterval {
  readonly #range: Interval;
  readonly #isAscending: boolean;
  readonly #onChange: () => void;
  #lastKey: string | null = null;
  #isFinished = false;

  constructor(range: Interval, isAscending: boolean, onChange: () => void) {
    this.#range = range;
    this.#isAscending = isAscending;
    this.#onChange = onChange;
  }

  readTo(key: string): void {
    this.#lastKey = key;
    this.#onChange();
  }

  finish(): void {
    this.#isFinished = true;
    this.#onChange();
  }

  get interval(): Interval | null {
    if (this.#isFinished) return this.#range;
    if (this.#lastKey === null) return null;
    return this.#isAscending
      ? { low: this.#range.low, high: keyAfter(this.#lastKey) }
      : { low: this.#lastKey, high: this.#range.high };
  }
}

class IndexReads {
  readonly points = new Set<string>();
  readonly scans: GrowingInterval[] = [];
  readonly whole: Interval[] = [];

  merged(): Interval[] {
    const all = [...this.whole];
    for (const key of this.points) all.push(pointInterval(key));
    for (const scan of this.scans) {
      const { interval } = scan;
      if (interval !== null) all.push(interval);
    }
    return mergeIntervals(all);
  }
}

export class ReadRecorder implements ReadSet {
  readonly #byIndex = new Map<number, IndexReads>();
  #merged: ReadonlyMap<number, readonly Interval[]> | null = null;

  addPoint(indexId: number, key: string): void {
    this.#merged = null;
    this.#reads(indexId).points.add(key);
  }

  addInterval(indexId: number, interval: Interval): void {
    this.#merged = null;
    this.#reads(indexId).whole.push(interval);
  }

  beginScan(
    indexId: number,
    range: Interval,
    isAscending: boolean,
  ): ScanInterval {
    const scan = new GrowingInterval(range, isAscending, () => {
      this.#merged = null;
    });
    this.#reads(indexId).scans.push(scan);
    return scan;
  }

  get intervals(): ReadonlyMap<number, readonly Interval[]> {
    this.#merged ??= this.#merge();
    return this.#merged;
  }

  /** Number of separate ranges; ranges that touch count as one. */
  get rangeCount(): number {
    let count = 0;
    for (const intervals of this.intervals.values()) count += intervals.length;
    return count;
  }

  intersects(writes: WriteSet): boolean {
    const intervals = this.intervals;
    for (const [indexId, keys] of writes) {
      const read = intervals.get(indexId);
      if (read === undefined) continue;
      for (const key of keys) if (isWithin(read, key)) return true;
    }
    return false;
  }

  #reads(indexId: number): IndexReads {
    let reads = this.#byIndex.get(indexId);
    if (reads === undefined) {
      reads = new IndexReads();
      this.#byIndex.set(indexId, reads);
    }
    return reads;
  }

  #merge(): ReadonlyMap<number, readonly Interval[]> {
    const merged = new Map<number, readonly Interval[]>();
    for (const [indexId, reads] of this.#byIndex) {
      const intervals = reads.merged();
      if (intervals.length > 0) merged.set(indexId, intervals);
    }
    return merged;
  }
}

function pointInterval(key: string): Interval {
  return { low: key, high: keyAfter(key) };
}

/**
 * Returns intervals sorted by `low`, with overlapping and touching ones joined.
 */
function mergeIntervals(intervals: Interval[]): Interval[] {
  if (intervals.length < 2) return intervals;
  intervals.sort((a, b) => (a.low < b.low ? -1 : a.low > b.low ? 1 : 0));
  const merged: Interval[] = [];
  for (const interval of intervals) {
    const last = merged[merged.length - 1];
    if (last === undefined || last.high < interval.low) merged.push(interval);
    else if (last.high < interval.high) {
      merged[merged.length - 1] = { low: last.low, high: interval.high };
    }
  }
  return merged;
}

/** Finds the last interval that starts at or below `key` by binary search. */
function isWithin(sorted: readonly Interval[], key: string): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const interval = sorted[middle];
    if (interval !== undefined && interval.low <= key) from = middle + 1;
    else to = middle;
  }
  const candidate = sorted[from - 1];
  return candidate !== undefined && key < candidate.high;
}
