/**
 * Memory shared by the main thread and the executor: requests that the executor has
 * applied but not answered, with the timestamps of their commits. When the executor
 * has ended, the last timestamp on disk tells which requests took effect. The main
 * thread reads only after the executor's end, so nothing here is atomic.
 */
export const MAX_UNANSWERED = 4096;

/** Slot of the flag that says that some request did not fit. */
const OVERFLOW = MAX_UNANSWERED;
const SLOT_BYTES = 8;
const EMPTY = 0;

export class UnansweredCommits {
  readonly buffer: SharedArrayBuffer;
  /** A whole number below 2^53 in each slot; requests count from 1. */
  readonly #requestIds: Float64Array;
  readonly #timestamps: BigUint64Array;
  readonly #slots = new Map<number, number>();
  readonly #free = Array.from({ length: MAX_UNANSWERED }, (_, slot) => slot);

  constructor(
    buffer = new SharedArrayBuffer((2 * MAX_UNANSWERED + 1) * SLOT_BYTES),
  ) {
    this.buffer = buffer;
    this.#requestIds = new Float64Array(buffer, 0, MAX_UNANSWERED + 1);
    this.#timestamps = new BigUint64Array(
      buffer,
      this.#requestIds.byteLength,
      MAX_UNANSWERED,
    );
  }

  /** Adds a request that has been applied, before its commit can reach the disk. */
  add(requestId: number, ts: bigint): void {
    const slot = this.#free.pop();
    if (slot === undefined) {
      this.#requestIds[OVERFLOW] = 1;
      return;
    }
    this.#slots.set(requestId, slot);
    this.#timestamps[slot] = ts;
    this.#requestIds[slot] = requestId;
  }

  /** Call it once the answer has been posted. */
  remove(requestId: number): void {
    const slot = this.#slots.get(requestId);
    if (slot === undefined) return;
    this.#slots.delete(requestId);
    this.#requestIds[slot] = EMPTY;
    this.#free.push(slot);
  }

  /**
   * Returns the timestamp of an unanswered request's commit, or null if the request
   * has not been applied. Returns 0, the earliest timestamp, if that is unknown
   * because too many requests were unanswered at the same time.
   */
  timestampOf(requestId: number): bigint | null {
    const slot = this.#requestIds.subarray(0, OVERFLOW).indexOf(requestId);
    if (slot >= 0) return this.#timestamps[slot] ?? null;
    return this.#requestIds[OVERFLOW] === 1 ? 0n : null;
  }
}
