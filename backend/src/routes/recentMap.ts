/**
 * A map that forgets the entries that have not been asked for longest.
 * Strangers who ask for many things then push out only what nobody wants.
 */
export class RecentMap<Value> {
  readonly #entries = new Map<string, { value: Value; bytes: number }>();
  readonly #most: number;
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(most: number, mostBytes = Infinity) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, bytes = 0): void {
    this.delete(key);
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      const isFit =
        this.#entries.size <= this.#most && this.#bytes <= this.#mostBytes;
      if (isFit) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
