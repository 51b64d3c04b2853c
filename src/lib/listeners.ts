/**
 * A set of change listeners. `subscribe` can be passed to React's `useSyncExternalStore` directly.
 */
export class Listeners {
  readonly #all = new Set<() => void>();

  /** Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  tell(): void {
    for (const listener of [...this.#all]) listener();
  }
}
