/**
 * A queue in which every group has one turn before any group has its next one.
 * A group that brings a thousand items delays another by one item per turn.
 */
export class FairQueue<T> {
  /** Groups in the order of their next turns. None is empty. */
  readonly #groups = new Map<string, T[]>();
  #size = 0;

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
    for (const [group, items] of this.#groups) {
      if (!mayHaveTurn(group)) continue;
      const item = items.shift();
      this.#size -= 1;
      this.#groups.delete(group);
      if (items.length > 0) this.#groups.set(group, items);
      return item;
    }
    return undefined;
  }
}
