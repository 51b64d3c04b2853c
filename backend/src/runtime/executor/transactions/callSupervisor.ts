import { clearInterval, setInterval } from "node:timers";
import { SerialQueue } from "../../../queues/serialQueue.ts";
import type { TransactionRoot } from "../../worker/callContext.ts";
import { CallRefused, timeoutMessage } from "../../worker/functionErrors.ts";
import { NO_CALL, type Heartbeat } from "../../worker/heartbeat.ts";

const TICK_MS = 50;
/**
 * How long calls run one by one after a call has blocked the thread, in
 * multiples of the timeout. The time counts from the first of these calls.
 */
const SERIAL_TIMEOUTS = 3;

interface SupervisorOptions {
  readonly timeoutMs: number;
  /**
   * Runs calls one by one for a while. Set when the last executor was blocked
   * by one of several calls: if a call blocks this executor too, we know which
   * call it is.
   */
  readonly startsSerial: boolean;
}

/**
 * Ends calls that never settle. One timer serves all of them and is also the
 * worker's heartbeat. A call that blocks the thread cannot be ended here; the
 * main thread does that.
 */
export class CallSupervisor {
  readonly #heartbeat: Heartbeat;
  readonly #timeoutMs: number;
  /** Unknown until the first call: this executor may take long to start. */
  #serialUntil: number | null;
  readonly #serial = new SerialQueue();
  readonly #running = new Map<
    TransactionRoot,
    { deadline: number; path: string }
  >();
  readonly #timer: NodeJS.Timeout;

  constructor(
    heartbeat: Heartbeat,
    { timeoutMs, startsSerial }: SupervisorOptions,
  ) {
    this.#heartbeat = heartbeat;
    this.#timeoutMs = timeoutMs;
    this.#serialUntil = startsSerial ? null : 0;
    // The main thread watches from the first beat.
    heartbeat.beat();
    this.#timer = setInterval(
      () => {
        heartbeat.beat();
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
    this.#serialUntil ??= performance.now() + SERIAL_TIMEOUTS * this.#timeoutMs;
    if (performance.now() >= this.#serialUntil) {
      return await this.#supervise(root, path, body);
    }
    return await this.#serial.run(() => this.#supervise(root, path, body));
  }

  async #supervise<T>(
    root: TransactionRoot,
    path: string,
    body: () => Promise<T>,
  ): Promise<T> {
    const deadline = performance.now() + this.#timeoutMs;
    this.#running.set(root, { deadline, path });
    this.#heartbeat.runningCount = this.#running.size;
    try {
      return await Promise.race([body(), root.aborted]);
    } finally {
      this.#leave(root);
    }
  }

  #leave(root: TransactionRoot): void {
    this.#running.delete(root);
    this.#heartbeat.runningCount = this.#running.size;
    if (this.#running.size > 1) return;
    const [only] = this.#running.keys();
    this.#heartbeat.mark(only?.tag ?? NO_CALL);
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
