import { SerialQueue } from "../queues/serialQueue.ts";

/**
 * Runs the mutations of a session one at a time, in order of arrival, even if
 * the session continues on a new connection:
 *
 *   1. A client sends mutation 7 and loses its connection while 7 runs.
 *   2. It reconnects with the same session id and sends 7 again.
 *   3. The second 7 must wait, so that it finds the stored response of the
 *      first.
 */
export class MutationQueues {
  readonly #queues = new Map<string, SerialQueue>();

  /**
   * Runs `work` after everything already queued for this session, whether that
   * succeeded or failed.
   */
  async run<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(sessionId) ?? new SerialQueue();
    this.#queues.set(sessionId, queue);
    try {
      return await queue.run(work);
    } finally {
      if (queue.isIdle && this.#queues.get(sessionId) === queue)
        this.#queues.delete(sessionId);
    }
  }

  /** Resolves once all queues are empty. */
  async drain(): Promise<void> {
    while (this.#queues.size > 0) {
      await Promise.all(
        [...this.#queues.values()].map((queue) => queue.drain()),
      );
    }
  }
}
