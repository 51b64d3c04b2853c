import { networksOf } from "../runtime/contract/addressGroup.ts";
import { Sums } from "./sums.ts";

/** Keeps sums for each address group and for the wider networks around it; see `networksOf`. */
export class NetworkSums {
  readonly #sums = new Sums();

  /** Returns whether the group and its networks may have `amount` more. */
  fits(group: string, amount: number, mostEach: number): boolean {
    return networksOf(group).every(
      ({ name, allowance }) =>
        this.#sums.of(name) + amount <= mostEach * allowance,
    );
  }

  add(group: string, amount: number): void {
    for (const { name } of networksOf(group)) this.#sums.add(name, amount);
  }
}
