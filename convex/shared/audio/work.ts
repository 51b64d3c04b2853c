/** Allowed steps per byte. All inspectors together need fewer for any input. */
const STEPS_PER_BYTE = 4;
const FREE_STEPS = 100_000;

/**
 * Thrown when an inspection takes more steps than the file's size justifies.
 */
export class OutOfWork extends Error {}

/**
 * Limits the cost of inspecting a file, counted in steps: one per element
 * visited or byte searched. It bounds the time a file can keep the server busy,
 * even if the file exploits a bug in an inspector.
 */
export class Work {
  #steps = 0;
  readonly #most: number;

  constructor(lengthBytes: number) {
    this.#most = STEPS_PER_BYTE * lengthBytes + FREE_STEPS;
  }

  get steps(): number {
    return this.#steps;
  }

  /** @throws OutOfWork once the budget is spent */
  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#most) throw new OutOfWork();
  }
}
