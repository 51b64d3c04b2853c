/**
 * Memory that main and a worker share, so that main can see that a worker is
 * blocked and by whom while the worker can tell nothing. Written by the worker,
 * read by main.
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

export class Pulse {
  readonly buffer: SharedArrayBuffer;
  readonly #slots: Int32Array;

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

  /** The engine works on something long of its own, such as a backfill. */
  get isEngineBusy(): boolean {
    return Atomics.load(this.#slots, ENGINE_BUSY) > 0;
  }

  busy<T>(work: () => T): T {
    Atomics.add(this.#slots, ENGINE_BUSY, 1);
    try {
      return work();
    } finally {
      // First the beat: main must never see neither.
      this.beat();
      Atomics.sub(this.#slots, ENGINE_BUSY, 1);
    }
  }

  /** How many calls have begun and not returned. */
  get runningCount(): number {
    return Atomics.load(this.#slots, RUNNING);
  }

  set runningCount(count: number) {
    Atomics.store(this.#slots, RUNNING, count);
  }

  /**
   * The call whose code runs from here on, as far as the engine knows: between
   * calls that wait side by side, the one that goes on next may be another.
   */
  mark(tag: CallTag): void {
    Atomics.store(this.#slots, CALL_KIND, CALL_KINDS.indexOf(tag.kind));
    Atomics.store(this.#slots, CALL_ID, tag.id);
  }

  get running(): CallTag {
    const kind = CALL_KINDS[Atomics.load(this.#slots, CALL_KIND)] ?? "none";
    return { kind, id: Atomics.load(this.#slots, CALL_ID) };
  }
}
