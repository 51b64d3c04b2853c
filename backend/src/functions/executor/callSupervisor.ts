import { clearInterval, setInterval } from "node:timers";
import type { TransactionRoot } from "../callContext.ts";
import { CallRefused } from "../functionErrors.ts";
import type { Pulse } from "../pulse.ts";

const TICK_MS = 50;

/**
 * Ends calls that wait for ever. One timer for all of them, which is the
 * worker's heartbeat as well; a call that blocks the thread is main's matter.
 */
export class CallSupervisor {
  readonly #timeoutMs: number;
  readonly #running = new Map<
    TransactionRoot,
    { deadline: number; path: string }
  >();
  readonly #timer: NodeJS.Timeout;

  constructor(pulse: Pulse, timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
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
    const deadline = performance.now() + this.#timeoutMs;
    this.#running.set(root, { deadline, path });
    try {
      return await Promise.race([body(), root.aborted]);
    } finally {
      this.#running.delete(root);
    }
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
      this.#running.delete(root);
      root.abort(new CallRefused(timeoutMessage(path, this.#timeoutMs)));
    }
  }
}

export function timeoutMessage(path: string, timeoutMs: number): string {
  return `${path} did not return within ${timeoutMs} ms and was ended.`;
}
