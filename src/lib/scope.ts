/**
 * Owns resources that must be released: listeners, timers, streams, audio nodes. `dispose` releases
 * everything once, newest first. Anything added later is released immediately, so a promise that
 * resolves too late cannot leak.
 */
export class Scope {
  #releases: (() => void)[] = [];
  #isDisposed = false;

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /** Returns a function that releases this resource early. */
  add(release: () => void): () => void {
    if (this.#isDisposed) {
      release();
      return () => undefined;
    }
    this.#releases.push(release);
    return () => {
      const index = this.#releases.indexOf(release);
      if (index < 0) return;
      this.#releases.splice(index, 1);
      release();
    };
  }

  listen(
    target: EventTarget,
    type: string,
    handler: (event: Event) => void,
  ): () => void {
    if (!this.#isDisposed) target.addEventListener(type, handler);
    return this.add(() => target.removeEventListener(type, handler));
  }

  every(periodMs: number, run: () => void): () => void {
    const timer = setInterval(run, periodMs);
    return this.add(() => clearInterval(timer));
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = setTimeout(run, delayMs);
    return this.add(() => clearTimeout(timer));
  }

  /**
   * Stops the stream's tracks on release, which also turns off the browser's microphone indicator.
   */
  stream(stream: MediaStream): MediaStream {
    this.add(() => {
      for (const track of stream.getTracks()) track.stop();
    });
    return stream;
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    for (const release of this.#releases.splice(0).reverse()) release();
  }
}
