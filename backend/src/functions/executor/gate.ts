/** Open by default; while someone keeps it closed, `opened` waits. */
export class Gate {
  #closed: PromiseWithResolvers<void> | null = null;
  #holders = 0;

  /** The caller opens again with what is returned. */
  close(): () => void {
    this.#holders += 1;
    this.#closed ??= Promise.withResolvers();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holders -= 1;
      if (this.#holders > 0) return;
      this.#closed?.resolve();
      this.#closed = null;
    };
  }

  async opened(): Promise<void> {
    while (this.#closed !== null) await this.#closed.promise;
  }
}
