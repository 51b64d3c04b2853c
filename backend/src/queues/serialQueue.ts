/**
 * Runs asynchronous work one piece at a time, in order of arrival. A piece that
 * fails does not stop the queue.
 */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #pendingCount = 0;

  /** True if no work is running or waiting. */
  get isIdle(): boolean {
    return this.#pendingCount === 0;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#pendingCount += 1;
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      this.#pendingCount -= 1;
    }
  }

  /** Resolves once the work that has arrived so far has ended. */
  async drain(): Promise<void> {
    await this.#last;
  }
}
