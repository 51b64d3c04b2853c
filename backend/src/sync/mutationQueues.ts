/**
 * Mutations of one session run one at a time, in order of arrival, also when the
 * session continues on a new connection:
 *   1. a client sends mutation 7 and loses its connection while 7 runs;
 *   2. it reconnects under the same session id and sends 7 again;
 *   3. the second 7 must wait, so that it meets the stored response of the first.
 */
export class MutationQueues {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs `work` after everything queued before for this session. */
  async run<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#tails.get(sessionId);
    const current = (async () => {
      await previous?.catch(() => undefined);
      return await work();
    })();
    this.#tails.set(sessionId, current);
    try {
      return await current;
    } finally {
      if (this.#tails.get(sessionId) === current) this.#tails.delete(sessionId);
    }
  }

  /** Resolves when nothing is queued any more. */
  async drain(): Promise<void> {
    while (this.#tails.size > 0) await Promise.allSettled(this.#tails.values());
  }
}
