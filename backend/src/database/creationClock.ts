import type { Storage } from "../storage/storage.ts";

const LAST_CREATION_TIME = "last_creation_time";
const STEP_MS = 0.001;

/**
 * If the clock goes back by no more than this, creation times keep growing, so that
 * new documents stay the newest. If it goes back further, creation times follow it:
 * wrong times for years would do more harm.
 */
const MOST_AHEAD_MS = 3_600_000;

/** The creation times of documents. The database stores the last one. */
export class CreationClock {
  #lastMs: number;

  constructor(storage: Storage) {
    this.#lastMs = Number(storage.meta(LAST_CREATION_TIME) ?? "0");
  }

  /**
   * Returns an increasing time in ms; within one clock tick it grows by a
   * fraction. If the clock was put far back, the time goes back with it.
   */
  next(nowMs: number): number {
    const follows = nowMs > this.#lastMs || this.isPutFarBack(nowMs);
    this.#lastMs = follows ? nowMs : this.#lastMs + STEP_MS;
    return this.#lastMs;
  }

  /** Returns whether the clock went back by more than an hour. */
  isPutFarBack(nowMs: number): boolean {
    return nowMs < this.#lastMs - MOST_AHEAD_MS;
  }

  store(storage: Storage): void {
    storage.setMeta(LAST_CREATION_TIME, String(this.#lastMs));
  }
}
