import type { Heartbeat } from "../worker/heartbeat.ts";

/** A worker counts as blocked after this many ticks without a beat. */
const TICKS = 8;

/**
 * Detects that a worker has stopped beating. It counts its own ticks rather
 * than time, because when the whole process is suspended, both sides stand
 * still. Calls `onBlocked` once per standstill.
 */
export class Watchdog {
  readonly #heartbeat: Heartbeat;
  readonly #timer: NodeJS.Timeout;
  #lastBeats = -1;
  #missed = 0;

  constructor(heartbeat: Heartbeat, limitMs: number, onBlocked?: () => void) {
    this.#heartbeat = heartbeat;
    this.#timer = setInterval(() => {
      this.#look();
      if (this.#missed === TICKS) onBlocked?.();
    }, limitMs / TICKS);
    this.#timer.unref();
  }

  /** The worker has not beaten for the time limit; it may still recover. */
  get isBlocked(): boolean {
    return this.#missed >= TICKS;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { beats, isEngineBusy } = this.#heartbeat;
    const isStarting = beats === 0;
    const isAlive = isStarting || isEngineBusy || beats !== this.#lastBeats;
    this.#missed = isAlive ? 0 : this.#missed + 1;
    this.#lastBeats = beats;
  }
}
