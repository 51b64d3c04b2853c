import { addressGroup } from "../runtime/contract/addressGroup.ts";
import { Counts } from "./counts.ts";
import type { Shortage } from "./byteBudget.ts";

export interface PlaceLimits {
  readonly perAddress: number;
  readonly total: number;
  /**
   * How many of the total only an address without a place may take, so that a
   * few addresses cannot keep all others out. Default: none.
   */
  readonly reserved?: number;
}

/** Counts what goes on at a time, for each address group and in total. */
export class Places {
  readonly #perAddress: number;
  readonly #total: number;
  readonly #reserved: number;
  readonly #counts = new Counts();
  #taken = 0;

  constructor({ perAddress, total, reserved = 0 }: PlaceLimits) {
    this.#perAddress = perAddress;
    this.#total = total;
    this.#reserved = reserved;
  }

  /** Returns the limit that is exhausted, or null if there is a place. */
  shortage(ip: string | null): Shortage | null {
    const own = this.#counts.of(addressGroup(ip ?? ""));
    if (own >= this.#perAddress) return "address";
    const open = this.#total - (own === 0 ? 0 : this.#reserved);
    return this.#taken >= open ? "everybody" : null;
  }

  /** Counts `work` until it is done. */
  async hold<T>(ip: string | null, work: () => Promise<T>): Promise<T> {
    const group = addressGroup(ip ?? "");
    this.#counts.add(group);
    this.#taken += 1;
    try {
      return await work();
    } finally {
      this.#counts.remove(group);
      this.#taken -= 1;
    }
  }
}
