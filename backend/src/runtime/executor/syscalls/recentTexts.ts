/** Limit for each of two generations. LONGEST_TEXT bounds their size in bytes. */
const MOST_TEXTS = 1_000;
const LONGEST_TEXT = 1_024;

/**
 * Caches what is made from texts that recur, such as the queries of a live
 * query each time it runs. Cached values are shared and must not be changed. A
 * text is forgotten when it was not requested while a thousand others were.
 */
export class RecentTexts<T> {
  readonly #make: (text: string) => T;
  #current = new Map<string, T>();
  #previous = new Map<string, T>();

  constructor(make: (text: string) => T) {
    this.#make = make;
  }

  /** Number of cached texts. */
  get size(): number {
    return this.#current.size + this.#previous.size;
  }

  get(text: string): T {
    if (text.length > LONGEST_TEXT) return this.#make(text);
    const kept = this.#current.get(text);
    if (kept !== undefined) return kept;
    const made = this.#previous.get(text) ?? this.#make(text);
    if (this.#current.size >= MOST_TEXTS) {
      this.#previous = this.#current;
      this.#current = new Map();
    }
    this.#current.set(text, made);
    return made;
  }
}
