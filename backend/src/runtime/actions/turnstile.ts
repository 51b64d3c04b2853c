import { setImmediate } from "node:timers";
import { FairQueue } from "../../queues/fairQueue.ts";
import type { TimeSpent } from "../../queues/timeSpent.ts";

/**
 * Limits how many runs are active at a time. One group of callers may have at
 * most half of the places, so that its long runs do not keep the others out. An
 * eighth of the places is kept for groups without a run, so that a crowd of
 * groups whose runs all wait, say for password hashes, cannot take every place.
 * Other runs wait: the groups that have used the least time come first and take
 * turns.
 */
export class Turnstile {
  readonly #places: number;
  readonly #inside = new Map<string, number>();
  readonly #waiting: FairQueue<() => void>;
  #taken = 0;

  constructor(places: number, spent: TimeSpent) {
    this.#places = places;
    this.#waiting = new FairQueue((group) => spent.weightOf(group));
  }

  /** @param left rejects to take the run out of the queue if it still waits */
  async pass<T>(
    group: string,
    run: () => Promise<T>,
    left?: Promise<never>,
  ): Promise<T> {
    await this.#enter(group, left);
    try {
      return await run();
    } finally {
      this.#change(group, -1);
      this.#waiting.shift((next) => this.#hasPlace(next))?.();
    }
  }

  async #enter(group: string, left?: Promise<never>): Promise<void> {
    if (this.#hasPlace(group)) {
      this.#change(group, 1);
      return;
    }
    const turn = Promise.withResolvers<void>();
    const enter = () => {
      this.#change(group, 1);
      // Messages that have arrived are read first. One of them may say that the
      // run is no longer wanted.
      setImmediate(() => turn.resolve());
    };
    this.#waiting.push(group, enter);
    left?.catch((reason: unknown) => {
      if (this.#waiting.remove(group, enter)) turn.reject(reason);
    });
    await turn.promise;
  }

  #hasPlace(group: string): boolean {
    const ofGroup = this.#inside.get(group) ?? 0;
    const kept = ofGroup > 0 ? Math.floor(this.#places / 8) : 0;
    return this.#taken < this.#places - kept && ofGroup < this.#places / 2;
  }

  #change(group: string, by: 1 | -1): void {
    this.#taken += by;
    const ofGroup = (this.#inside.get(group) ?? 0) + by;
    if (ofGroup === 0) this.#inside.delete(group);
    else this.#inside.set(group, ofGroup);
  }
}
