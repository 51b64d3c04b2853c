/** Who wants to know that something has changed; React's useSyncExternalStore takes `subscribe` as it is. */
export class Listeners {
  readonly #all = new Set<() => void>();

  /** Returns what ends the subscription. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  tell(): void {
    for (const listener of [...this.#all]) listener();
  }
}
