/**
 * Runs waiting items in slices of time, so that other work gets its turn
 * between them.
 */
import { FairQueue } from "./fairQueue.ts";
import { immediate } from "./immediate.ts";
import { TimeSpent } from "./timeSpent.ts";

/** How many items may wait for something from outside at the same time. */
const LANES = 8;
/**
 * After this long, the event loop runs other callbacks, for example for calls
 * that have arrived.
 */
const TURN_MS = 4;

export interface SliceLimits {
  readonly ms: number;
  /** Size of the results: after this many bytes the slice ends too. */
  readonly bytes: number;
}

interface Slice {
  /** Set when the first item of the slice begins. */
  endsAtMs: number;
  bytesLeft: number;
  turnEndsAtMs: number;
}

/**
 * Groups take turns, and those that have used less time lately come first. An
 * item that waits for nothing from outside is finished before the next begins:
 * only one lane continues in each callback of the event loop.
 */
export class TurnSlices<T> {
  readonly #limits: SliceLimits;
  readonly #run: (item: T) => Promise<number>;
  readonly #groupOf: (item: T) => string;
  readonly #now: () => number;
  readonly #spent: TimeSpent;
  readonly #waiting = new FairQueue<T>((group) => this.#spent.weightOf(group));

  /**
   * @param run resolves to the size of the result in bytes
   * @param spent may be shared by several queues
   */
  constructor(
    limits: SliceLimits,
    groupOf: (item: T) => string,
    run: (item: T) => Promise<number>,
    spent = new TimeSpent(),
    now = () => performance.now(),
  ) {
    this.#now = now;
    this.#spent = spent;
    this.#limits = limits;
    this.#groupOf = groupOf;
    this.#run = run;
  }

  /** How many items have not begun. */
  get size(): number {
    return this.#waiting.size;
  }

  /**
   * The group of an item must not change before `remove` is called or the item
   * runs.
   */
  add(item: T): void {
    this.#waiting.push(this.#groupOf(item), item);
  }

  remove(item: T): void {
    this.#waiting.remove(this.#groupOf(item), item);
  }

  /**
   * Runs at least one item, if any waits, and resolves when all items that
   * began are done.
   */
  async runSlice(): Promise<void> {
    if (this.size === 0) return;
    const slice = {
      ...{ endsAtMs: Infinity, bytesLeft: this.#limits.bytes },
      turnEndsAtMs: 0,
    };
    await Promise.all(Array.from({ length: LANES }, () => this.#lane(slice)));
  }

  async #lane(slice: Slice): Promise<void> {
    await immediate();
    while (this.size > 0) {
      if (this.#now() >= slice.turnEndsAtMs) {
        await immediate();
        slice.turnEndsAtMs = this.#now() + TURN_MS;
      }
      const beganAt = this.#now();
      if (beganAt >= slice.endsAtMs || slice.bytesLeft <= 0) return;
      const item = this.#waiting.shift();
      if (item === undefined) return;
      slice.endsAtMs = Math.min(slice.endsAtMs, beganAt + this.#limits.ms);
      const bytes = await this.#run(item);
      slice.bytesLeft -= bytes;
      this.#spent.add(this.#groupOf(item), this.#now() - beganAt);
    }
  }
}
