/**
 * Starts calls as they arrive, in such an order that no caller waits for all
 * calls of another.
 */
import { setImmediate } from "node:timers";
import { FairQueue } from "./fairQueue.ts";

/** The most calls that are lined up for one slice. */
const MOST_OF_SLICE = 64;

/**
 * Calls may take this many times as long as all other work since the last
 * slice.
 */
const SHARE_OF_CALLS = 2;
const LONGEST_SLICE_MS = 20;

/**
 * A call begins at once if nothing else is going on, or while there is time in
 * this slice. Other calls wait in a fair queue, and later arrivals take their
 * turn among them. Each call has its own callback, so that code which waits for
 * nothing from outside runs to its end before the next call begins.
 */
export class Arrivals {
  readonly #shortestMs: number;
  /** How long a slice lasts. It grows on a slow disk, so that more calls share a flush. */
  #sliceMs: number;
  readonly #waiting = new FairQueue<() => void>();
  /** When the slice ends; null while there is nothing to do. */
  #sliceEndsAt: number | null = null;

  /**
   * @param shortestMs the shortest length of a slice. All other work runs
   *   before the next slice begins.
   */
  constructor(shortestMs: number) {
    this.#shortestMs = shortestMs;
    this.#sliceMs = shortestMs;
  }

  /** Starts the call now or in its turn. Must be called from a callback of the event loop. */
  add(group: string, start: () => void): void {
    if (this.#sliceEndsAt === null) {
      this.#beginSlice();
      start();
    } else if (this.#waiting.size === 0 && this.#hasTime()) start();
    else this.#waiting.push(group, start);
  }

  /** Resolves when it is the turn of this group. */
  turn(group: string): Promise<void> {
    return new Promise((resolve) => this.add(group, resolve));
  }

  #hasTime(): boolean {
    return performance.now() < (this.#sliceEndsAt ?? 0);
  }

  /**
   * Begins a slice, which ends two turns of the event loop later. In the executor,
   * the first turn flushes what the calls have applied, and the second runs the live
   * queries that this affects. Calls that still wait then begin in the next slice.
   */
  #beginSlice(): void {
    this.#sliceEndsAt = performance.now() + this.#sliceMs;
    setImmediate(() => {
      const endedAt = performance.now();
      setImmediate(() => this.#endSlice(endedAt));
    });
  }

  #endSlice(endedAt: number): void {
    const count = Math.min(this.#waiting.size, MOST_OF_SLICE);
    this.#sliceEndsAt = count === 0 ? null : 0;
    if (count === 0) return;
    // The slice begins when the event loop gets here, not when this was planned.
    setImmediate(() => {
      this.#adapt(performance.now() - endedAt);
      this.#beginSlice();
      this.#startNext();
    });
    for (let i = 1; i < count; i++) setImmediate(() => this.#startNext());
  }

  #adapt(elsewhereMs: number): void {
    const fairMs = Math.min(SHARE_OF_CALLS * elsewhereMs, LONGEST_SLICE_MS);
    this.#sliceMs = Math.max(fairMs, this.#shortestMs);
  }

  #startNext(): void {
    if (this.#hasTime()) this.#waiting.shift()?.();
  }
}
