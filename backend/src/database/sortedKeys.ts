import type { Interval } from "./contract.ts";

/**
 * Maps keys to document ids and finds the first key of a range. Sorts only once
 * `first` is called.
 */
export class SortedKeys {
  readonly #ids = new Map<string, string>();
  #sorted: string[] | null = null;

  set(key: string, id: string): void {
    if (!this.#ids.has(key)) this.#insert(key);
    this.#ids.set(key, id);
  }

  delete(key: string): void {
    if (!this.#ids.delete(key) || this.#sorted === null) return;
    this.#sorted.splice(position(this.#sorted, key), 1);
  }

  /** Returns the lowest key within `range`, or the highest if not ascending. */
  first(
    range: Interval,
    isAscending: boolean,
  ): { key: string; id: string } | null {
    if (this.#ids.size === 0) return null;
    this.#sorted ??= [...this.#ids.keys()].sort();
    const key = isAscending
      ? this.#sorted[position(this.#sorted, range.low)]
      : this.#sorted[position(this.#sorted, range.high) - 1];
    const isInside = key !== undefined && key >= range.low && key < range.high;
    const id = isInside ? this.#ids.get(key) : undefined;
    return isInside && id !== undefined ? { key, id } : null;
  }

  #insert(key: string): void {
    const sorted = this.#sorted;
    if (sorted === null) return;
    const last = sorted[sorted.length - 1];
    if (last === undefined || last < key) sorted.push(key);
    else sorted.splice(position(sorted, key), 0, key);
  }
}

/** Returns how many keys are below `key`. */
function position(sorted: readonly string[], key: string): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const candidate = sorted[middle];
    if (candidate !== undefined && candidate < key) from = middle + 1;
    else to = middle;
  }
  return from;
}
