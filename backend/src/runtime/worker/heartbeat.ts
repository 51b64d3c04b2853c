/**
 * Memory shared by the main thread and a worker. The worker writes it and the
 * main thread reads it, so the main thread can see that a worker is blocked,
 * and by which call, even though a blocked worker cannot send messages.
 */
const BEATS = 0;
const ENGINE_BUSY = 1;
const CALL_KIND = 2;
const CALL_ID = 3;
const RUNNING = 4;
const SLOTS = 5;

const CALL_KINDS = ["none", "request", "live", "job"] as const;
type CallKind = (typeof CALL_KINDS)[number];

export interface CallTag {
  readonly kind: CallKind;
  readonly id: number;
}

export const NO_CALL: CallTag = { kind: "none", id: 0 };

export class Heartbeat {
  readonly buffer: SharedArrayBuffer;
  readonly #slots: Int32Array;
  /** The last tag this side wrote. */
  #marked: CallTag | null = null;

  constructor(buffer = new SharedArrayBuffer(SLOTS * 4)) {
    this.buffer = buffer;
    this.#slots = new Int32Array(buffer);
  }

  get beats(): number {
    return Atomics.load(this.#slots, BEATS);
  }

  beat(): void {
    Atomics.add(this.#slots, BEATS, 1);
  }

  /** True while the engine does long work of its own, such as a backfill. */
  get isEngineBusy(): boolean {
    return Atomics.load(this.#slots, ENGINE_BUSY) > 0;
  }

  busy<T>(work: () => T): T {
    Atomics.add(this.#slots, ENGINE_BUSY, 1);
    try {
      return work();
    } finally {
      // Beat first, so that the main thread never sees a worker that is neither
      // busy nor beating.
      this.beat();
      Atomics.sub(this.#slots, ENGINE_BUSY, 1);
    }
  }

  /** Number of calls that have begun and not returned. */
  get runningCount(): number {
    return Atomics.load(this.#slots, RUNNING);
  }

  set runningCount(count: number) {
    Atomics.store(this.#slots, RUNNING, count);
  }

  /**
   * Names the call whose code runs next, as far as the engine knows. When several
   * calls wait side by side, another of them may continue first.
   */
  mark(tag: CallTag): void {
    // Most syscalls follow another syscall of the same call, so this avoids most
    // writes.
    if (tag === this.#marked) return;
    this.#marked = tag;
    Atomics.store(this.#slots, CALL_KIND, CALL_KINDS.indexOf(tag.kind));
    Atomics.store(this.#slots, CALL_ID, tag.id);
  }

  get running(): CallTag {
    const kind = CALL_KINDS[Atomics.load(this.#slots, CALL_KIND)] ?? "none";
    return { kind, id: Atomics.load(this.#slots, CALL_ID) };
  }
}
