/**
 * The smallest of the readings of the last `spanMs`. A busy machine only ever makes a reading too
 * large, so the smallest one is the most exact, whatever the load.
 */
export class Envelope {
  readonly #spanMs: number;
  #readings: { readonly atMs: number; readonly value: number }[] = [];

  constructor(spanMs: number) {
    this.#spanMs = spanMs;
  }

  note(atMs: number, value: number): void {
    // A reading counts until a newer one is smaller, or until it is too old.
    while ((this.#readings.at(-1)?.value ?? -Infinity) >= value)
      this.#readings.pop();
    this.#readings.push({ atMs, value });
    while ((this.#readings[0]?.atMs ?? atMs) < atMs - this.#spanMs)
      this.#readings.shift();
  }

  /** Null before the first reading. */
  get least(): number | null {
    return this.#readings[0]?.value ?? null;
  }
}
