import type { Pulse } from "../pulse.ts";

const TICKS = 8;

/**
 * Sees that a worker's pulse stands still. It counts its own ticks, not time:
 * when the whole process was suspended, both sides were.
 */
export class Watchdog {
  readonly #pulse: Pulse;
  readonly #timer: NodeJS.Timeout;
  #lastBeats = -1;
  #missed = 0;

  constructor(pulse: Pulse, limitMs: number, onBlocked: () => void) {
    this.#pulse = pulse;
    this.#timer = setInterval(() => {
      this.#look();
      if (this.#missed === TICKS) onBlocked();
    }, limitMs / TICKS);
    this.#timer.unref();
  }

  /** It has not beaten for a while; it may yet. */
  get isLate(): boolean {
    return this.#missed > 1;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { beats, isEngineBusy } = this.#pulse;
    const isStarting = beats === 0;
    const isAlive = isStarting || isEngineBusy || beats !== this.#lastBeats;
    this.#missed = isAlive ? 0 : this.#missed + 1;
    this.#lastBeats = beats;
  }
}
