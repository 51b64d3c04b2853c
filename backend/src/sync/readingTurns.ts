import { setImmediate } from "node:timers";
import { FairQueue } from "../queues/fairQueue.ts";
import { TimeSpent } from "../queues/timeSpent.ts";

const SHORTEST_SLICE_MS = 1;
const LONGEST_SLICE_MS = 20;

/** A connection that has something to read. */
export interface TurnTaker {
  /** The address group; see `addressGroup`. */
  readonly address: string;
  /**
   * Only `ReadingTurns` sets this: true while a turn is planned. False at
   * first.
   */
  isQueued: boolean;
  /**
   * Handles a part of the data that has arrived. Returns false if there was
   * none.
   */
  readPart(): boolean;
}

/**
 * Decides when the sockets are read. Incoming data is read at once, until a
 * slice of time is used up. The rest waits until all other work has been done,
 * and then for as long again as that work took. Sockets whose address has
 * lately taken the least time come first. A flood of messages, which are cheap
 * to send, therefore delays others by one slice. While a socket waits, no more
 * of its data is taken from the network.
 */
export class ReadingTurns {
  readonly #now: () => number;
  readonly #spent: TimeSpent;
  readonly #waiting: FairQueue<TurnTaker>;
  #leftMs = SHORTEST_SLICE_MS;
  #isPlanned = false;

  constructor(now = () => performance.now()) {
    this.#now = now;
    const spent = new TimeSpent(now);
    this.#spent = spent;
    this.#waiting = new FairQueue((address) => spent.weightOf(address));
  }

  /** Reads what has arrived from a source, now or in its turn. */
  read(source: TurnTaker): void {
    if (source.isQueued) return;
    while (this.#leftMs > 0) if (!this.#readPart(source)) return;
    this.wait(source);
  }

  /** Reads what has arrived from a source in its turn. */
  wait(source: TurnTaker): void {
    if (source.isQueued) return;
    source.isQueued = true;
    this.#waiting.push(source.address, source);
    this.#plan();
  }

  #plan(): void {
    if (this.#isPlanned || this.#waiting.size === 0) return;
    this.#isPlanned = true;
    const pausedAt = this.#now();
    setImmediate(() => {
      this.#readSlice(this.#now() - pausedAt);
      this.#isPlanned = false;
      this.#plan();
    });
  }

  #readSlice(elsewhereMs: number): void {
    const fairMs = Math.min(elsewhereMs, LONGEST_SLICE_MS);
    this.#leftMs = Math.max(fairMs, SHORTEST_SLICE_MS);
    while (this.#leftMs > 0) {
      const source = this.#waiting.shift();
      if (source === undefined) return;
      source.isQueued = false;
      if (this.#readPart(source)) this.wait(source);
    }
  }

  #readPart(source: TurnTaker): boolean {
    const beganAt = this.#now();
    const isMore = source.readPart();
    const tookMs = this.#now() - beganAt;
    this.#leftMs -= tookMs;
    this.#spent.add(source.address, tookMs);
    return isMore;
  }
}
