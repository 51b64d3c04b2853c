const HALF_LIFE_MS = 1_000;
const FORGOTTEN_MS = 1;
/** A few short calls take less than this. */
const UNIT_MS = 50;

/**
 * How much time each group of callers has used lately. Every second, older time
 * counts half as much.
 */
export class TimeSpent {
  readonly #now: () => number;
  readonly #spentMs = new Map<string, number>();
  #halvedAt: number;

  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#halvedAt = now();
  }

  add(group: string, ms: number): void {
    this.#halve();
    this.#spentMs.set(group, this.of(group) + ms);
  }

  of(group: string): number {
    return this.#spentMs.get(group) ?? 0;
  }

  /**
   * Returns the group that has used the least time: the first if several are
   * equal, "" if there are no groups.
   */
  least(groups: readonly string[]): string {
    let [least = ""] = groups;
    for (const group of groups)
      if (this.of(group) < this.of(least)) least = group;
    return least;
  }

  /**
   * Returns the time in whole units. A group that has made a few short calls
   * weighs as little as a newcomer: otherwise, as long as newcomers keep
   * coming, no waiting call would be continued.
   */
  weightOf(group: string): number {
    return Math.floor(this.of(group) / UNIT_MS);
  }

  #halve(): void {
    const count = Math.floor((this.#now() - this.#halvedAt) / HALF_LIFE_MS);
    if (count === 0) return;
    this.#halvedAt += count * HALF_LIFE_MS;
    for (const [group, ms] of this.#spentMs) {
      const leftMs = ms / 2 ** count;
      if (leftMs < FORGOTTEN_MS) this.#spentMs.delete(group);
      else this.#spentMs.set(group, leftMs);
    }
  }
}
