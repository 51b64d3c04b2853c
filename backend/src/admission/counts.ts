import { Sums } from "./sums.ts";

/** Counts something for each address group or account. */
export class Counts {
  readonly #sums = new Sums();

  of(who: string): number {
    return this.#sums.of(who);
  }

  add(who: string): void {
    this.#sums.add(who, 1);
  }

  remove(who: string): void {
    this.#sums.add(who, -1);
  }
}
