import { clearInterval, setInterval } from "node:timers";
import type { TransactionRoot } from "../callContext.ts";
import { CallRefused } from "../functionErrors.ts";
import { NO_CALL, type Pulse } from "../pulse.ts";

const TICK_MS = 50;
/** How long calls run one by one, in timeouts. */
const SERIAL_TIMEOUTS = 3;

interface SupervisorOptions {
  readonly timeoutMs: number;
  /**
   * For a while calls run one after the other: an executor was blocked by one of
   * several, and if one blocks this executor too it is known which.
   */
  readonly startsSerial: boolean;
}

/**
 * Ends calls that wait for ever. One timer for all of them, which is the
 * worker's heartbeat as well; a call that blocks the thread is main's matter.
 */
export class CallSupervisor {
  readonly #pulse: Pulse;
  readonly #timeoutMs: number;
  #serialUntil: number;
  #serial: Promise<unknown> = Promise.resolve();
  readonly #running = new Map<
    TransactionRoot,
    { deadline: number; path: string }
  >();
  readonly #timer: NodeJS.Timeout;

  constructor(pulse: Pulse, { timeoutMs, startsSerial }: SupervisorOptions) {
    this.#pulse = pulse;
    this.#timeoutMs = timeoutMs;
    this.#serialUntil = startsSerial
      ? performance.now() + SERIAL_TIMEOUTS * timeoutMs
      : 0;
    // Main looks at the pulse from the first beat on.
    pulse.beat();
    this.#timer = setInterval(
      () => {
        pulse.beat();
        this.#endOverdue();
      },
      Math.min(TICK_MS, timeoutMs / 4),
    );
  }

  /** Runs `body` until it settles or its time is up. */
  async supervise<T>(
    root: TransactionRoot,
    path: string,
    body: () => Promise<T>,
  ): Promise<T> {
    if (performance.now() >= this.#serialUntil) {
      return await this.#supervise(root, path, body);
    }
    const run = () => this.#supervise(root, path, body);
    const running = this.#serial.then(run, run);
    this.#serial = running;
    return await running;
  }

  async #supervise<T>(
    root: TransactionRoot,
    path: string,
    body: () => Promise<T>,
  ): Promise<T> {
    const deadline = performance.now() + this.#timeoutMs;
    this.#running.set(root, { deadline, path });
    this.#pulse.runningCount = this.#running.size;
    try {
      return await Promise.race([body(), root.aborted]);
    } finally {
      this.#leave(root);
    }
  }

  #leave(root: TransactionRoot): void {
    this.#running.delete(root);
    this.#pulse.runningCount = this.#running.size;
    if (this.#running.size > 1) return;
    const [only] = this.#running.keys();
    this.#pulse.mark(only?.tag ?? NO_CALL);
  }

  get runningCount(): number {
    return this.#running.size;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #endOverdue(): void {
    const now = performance.now();
    for (const [root, { deadline, path }] of this.#running) {
      if (now < deadline) continue;
      root.abort(new CallRefused(timeoutMessage(path, this.#timeoutMs)));
    }
  }
}

export function timeoutMessage(path: string, timeoutMs: number): string {
  return `${path} did not return within ${timeoutMs} ms and was ended.`;
}
