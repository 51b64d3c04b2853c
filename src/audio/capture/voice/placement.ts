import { Envelope } from "./envelope";

/** Long enough to contain one prompt reading, even on a busy machine. */
const SPAN_MS = 1_000;
/** While the clocks do not shift, readings vary by less than this. */
const STEADY_MS = 2;
/** A shift counts only if it lasts this long; a shorter one comes from a late reading. */
const LASTING_MS = 500;

export interface Reading {
  /** Time on the page's clock. */
  readonly nowMs: number;
  /** Time on the audio context's clock. */
  readonly contextMs: number;
  /** How much of the microphone's sound has arrived; null if none has arrived just now. */
  readonly receivedMs: number | null;
}

/**
 * Finds where the microphone's sound belongs on the context's clock. The microphone's clock and the
 * context's clock stop and jump when the machine is busy. Each is compared with the page's clock,
 * and only its promptest readings count.
 */
export class Placement {
  readonly #arrival = new Envelope(SPAN_MS);
  readonly #output = new Envelope(SPAN_MS);
  #startMs: number | null = null;
  #shiftedSinceMs: number | null = null;

  /**
   * Time on the context's clock when the microphone's first sample arrived, in ms; null until `settle`.
   */
  get startMs(): number | null {
    return this.#startMs;
  }

  note({ nowMs, contextMs, receivedMs }: Reading): void {
    this.#output.note(nowMs, nowMs - contextMs);
    if (receivedMs !== null) this.#arrival.note(nowMs, nowMs - receivedMs);
  }

  /** Computes `startMs` from the readings so far. Returns false if there are none. */
  settle(): boolean {
    this.#startMs = this.#found();
    return this.#startMs !== null;
  }

  /**
   * Follows a lasting shift between the two clocks, such as one that an interruption of the sound
   * causes. Returns the shift in ms; 0 if there is none.
   */
  follow(nowMs: number): number {
    const found = this.#found();
    if (found === null || this.#startMs === null) return 0;
    const shiftMs = found - this.#startMs;
    if (Math.abs(shiftMs) <= STEADY_MS) {
      this.#shiftedSinceMs = null;
      return 0;
    }
    this.#shiftedSinceMs ??= nowMs;
    if (nowMs - this.#shiftedSinceMs < LASTING_MS) return 0;
    this.#shiftedSinceMs = null;
    this.#startMs = found;
    return shiftMs;
  }

  /** How many ms later a part arrives than the promptest parts before it. */
  lateness(nowMs: number, receivedMs: number): number {
    return nowMs - receivedMs - (this.#arrival.least ?? nowMs);
  }

  #found(): number | null {
    const { least: arrival } = this.#arrival;
    const { least: output } = this.#output;
    return arrival === null || output === null ? null : arrival - output;
  }
}
