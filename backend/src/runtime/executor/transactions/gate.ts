/**
 * A gate that is open unless someone holds it closed; `opened` waits until
 * nobody does.
 */
export class Gate {
  #closed: PromiseWithResolvers<void> | null = null;
  #holders = 0;

  /** Closes the gate. The returned function opens it again. */
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
