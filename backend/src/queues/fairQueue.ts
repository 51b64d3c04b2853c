/**
 * A queue in which every group has one turn before any group has its next one.
 * A group that adds a thousand items delays another group by one item per turn.
 * Groups can have a weight: then only the groups with the least weight take
 * turns.
 */
export class FairQueue<T> {
  /** Groups in the order of their next turns. None is empty. */
  readonly #groups = new Map<string, T[]>();
  readonly #weightOf: (group: string) => number;
  #size = 0;

  /** @param weightOf returns at least 0; asked again for each item */
  constructor(weightOf = (_group: string) => 0) {
    this.#weightOf = weightOf;
  }

  get size(): number {
    return this.#size;
  }

  /** Returns how many items of this group wait. */
  sizeOf(group: string): number {
    return this.#groups.get(group)?.length ?? 0;
  }

  push(group: string, item: T): void {
    const items = this.#groups.get(group);
    if (items) items.push(item);
    else this.#groups.set(group, [item]);
    this.#size += 1;
  }

  /**
   * Removes and returns the next item of a group for which `mayHaveTurn` is
   * true.
   */
  shift(mayHaveTurn = (_group: string) => true): T | undefined {
    const next = this.#next(mayHaveTurn);
    if (next === undefined) return undefined;
    const [group, items] = next;
    const item = items.shift();
    this.#size -= 1;
    this.#groups.delete(group);
    if (items.length > 0) this.#groups.set(group, items);
    return item;
  }

  /** Removes an item that waits. Returns false if it has had its turn. */
  remove(group: string, item: T): boolean {
    const items = this.#groups.get(group) ?? [];
    const at = items.indexOf(item);
    if (at < 0) return false;
    items.splice(at, 1);
    if (items.length === 0) this.#groups.delete(group);
    this.#size -= 1;
    return true;
  }

  #next(mayHaveTurn: (group: string) => boolean): [string, T[]] | undefined {
    let next: [string, T[]] | undefined;
    let leastWeight = Infinity;
    for (const entry of this.#groups) {
      const [group] = entry;
      if (!mayHaveTurn(group)) continue;
      const weight = this.#weightOf(group);
      if (weight >= leastWeight) continue;
      next = entry;
      if (weight === 0) break;
      leastWeight = weight;
    }
    return next;
  }
}
