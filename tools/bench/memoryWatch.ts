const SAMPLE_MS = 20;

/** Samples the memory of a process while something runs. */
export class MemoryWatch {
  readonly #read: () => number;

  constructor(read: () => number) {
    this.#read = read;
  }

  /**
   * Runs `run`. Returns its result, how long it took, and by how much memory
   * grew at most.
   */
  async during<Result>(run: () => Promise<Result>) {
    const before = this.#read();
    let highest = before;
    const timer = setInterval(() => {
      highest = Math.max(highest, this.#read());
    }, SAMPLE_MS);
    const startedAtMs = performance.now();
    try {
      const result = await run();
      const tookMs = performance.now() - startedAtMs;
      return [result, { grownBytes: highest - before, tookMs }] as const;
    } finally {
      clearInterval(timer);
    }
  }
}
