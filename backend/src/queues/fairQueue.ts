/**
 * A queue in which every group has one turn before any group has its next one.
 * A group that brings a thousand items delays another by one item per turn.
 * Groups can have a weight: then those of the least weight come first, and only
 * they take turns.
 */
export class FairQueue<T> {
  /** Groups in the order of their next turns. None is empty. */
  readonly #groups = new Map<string, T[]>();
  readonly #weightOf: (group: string) => number;
  #size = 0;

  /** @param weightOf from 0 on; asked again for each item */
  constructor(weightOf = (_group: string) => 0) {
    this.#weightOf = weightOf;
  }

  get size(): number {
    return this.#size;
  }

  /** How many items of this group wait. */
  sizeOf(group: string): number {
    return this.#groups.get(group)?.length ?? 0;
  }

  push(group: string, item: T): void {
    const items = this.#groups.get(group);
    if (items) items.push(item);
    else this.#groups.set(group, [item]);
    this.#size += 1;
  }

  /** Removes and returns the next item of a group that may have a turn. */
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

  /** Returns false if the item has had its turn. */
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
