/** Returns the lowest of the latest values of a series, at a constant cost per value. */
export class SlidingMinimum {
  readonly #size: number;
  /** Ring buffer of the values that can still become the minimum, smallest first. */
  readonly #values: Float64Array;
  readonly #times: Float64Array;
  #first = 0;
  #count = 0;
  #time = 0;

  /** `size` is the number of values in the window, at least 1. */
  constructor(size: number) {
    this.#size = size;
    this.#values = new Float64Array(size + 1);
    this.#times = new Float64Array(size + 1);
  }

  /** Adds a value and returns the lowest one of the window that ends with it. */
  next(value: number): number {
    while (this.#count > 0 && this.#valueAt(this.#count - 1) >= value) {
      this.#count -= 1;
    }
    const place = this.#place(this.#count);
    this.#values[place] = value;
    this.#times[place] = this.#time;
    this.#count += 1;
    const oldest = this.#times[this.#first] ?? 0;
    if (oldest <= this.#time - this.#size) {
      this.#first = this.#place(1);
      this.#count -= 1;
    }
    this.#time += 1;
    return this.#valueAt(0);
  }

  #place(index: number): number {
    return (this.#first + index) % this.#values.length;
  }

  #valueAt(index: number): number {
    return this.#values[this.#place(index)] ?? 0;
  }
}
