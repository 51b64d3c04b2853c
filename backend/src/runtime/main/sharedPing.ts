/**
 * Shares one ping of the executor among any number of callers. Each caller
 * learns that everything sent before its call has been processed. At most one
 * ping is under way, and one waits behind it.
 */
export class SharedPing {
  readonly #ask: () => Promise<unknown>;
  /** Never rejects. */
  #underWay: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** Rejects with the error of the ping, for every caller that shares it. */
  ping(): Promise<void> {
    // The ping under way may have been sent before this caller's messages.
    this.#next ??= this.#underWay.then(() => this.#send());
    return this.#next;
  }

  async #send(): Promise<void> {
    this.#next = null;
    const answered = this.#ask();
    this.#underWay = answered.catch(() => undefined);
    await answered;
  }
}
