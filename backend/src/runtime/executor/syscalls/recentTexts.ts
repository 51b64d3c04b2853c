/** Limit for each of two generations. LONGEST_TEXT bounds their size in bytes. */
const MOST_TEXTS = 1_000;
const LONGEST_TEXT = 1_024;

/**
 * Caches what is made from texts that recur, such as the database queries that a
 * live query makes each time it runs. Cached values are shared and must not be
 * changed. Forgets a text that is not requested while a thousand others are.
 *
 * Only a text that comes a second time is worth caching: most queries of a function
 * that reads scattered rows of a table come only once, and keeping their values
 * alive cost more than making them.
 */
export class RecentTexts<T extends object> {
  readonly #make: (text: string, isKept: boolean) => T;
  /** Null for a text that has come once. */
  #current = new Map<string, T | null>();
  #previous = new Map<string, T | null>();

  /** @param make also receives whether its value will be cached */
  constructor(make: (text: string, isKept: boolean) => T) {
    this.#make = make;
  }

  /** Number of remembered texts. */
  get size(): number {
    return this.#current.size + this.#previous.size;
  }

  get(text: string): T {
    if (text.length > LONGEST_TEXT) return this.#make(text, false);
    const current = this.#current.get(text);
    if (current) return current;
    const known = current === null ? null : this.#previous.get(text);
    const isKept = known !== undefined;
    const value = known ?? this.#make(text, isKept);
    this.#remember(text, isKept ? value : null);
    return value;
  }

  #remember(text: string, value: T | null): void {
    if (this.#current.size >= MOST_TEXTS) {
      this.#previous = this.#current;
      this.#current = new Map();
    }
    this.#current.set(text, value);
  }
}
