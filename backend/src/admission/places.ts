import { addressGroup } from "../runtime/contract/addressGroup.ts";
import { accountOf } from "../runtime/contract/callers.ts";
import type { Caller } from "../runtime/contract/runtime.ts";
import { Counts } from "./counts.ts";
import { NetworkSums } from "./networkSums.ts";
import type { Shortage } from "./byteBudget.ts";

export interface PlaceLimits {
  /** Wider networks of an IPv6 address may have more; see `networksOf`. */
  readonly perAddress: number;
  /** Default: the same as `perAddress`. */
  readonly perAccount?: number;
  readonly total: number;
  /**
   * How many of the total places only an address without a place may take, so
   * that a few addresses cannot keep all others out. Default: none.
   */
  readonly reserved?: number;
}

export type PlaceTaker = Pick<Caller, "ip"> & Partial<Caller>;

/**
 * Counts how many pieces of work run at a time, for each address group, each
 * account, and in total.
 */
export class Places {
  readonly #limits: Required<PlaceLimits>;
  readonly #addresses = new NetworkSums();
  readonly #accounts = new Counts();
  #taken = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = { reserved: 0, perAccount: Infinity, ...limits };
  }

  /** Returns the limit that is exhausted, or null if there is a place. */
  shortage(taker: PlaceTaker): Shortage | null {
    const { perAddress, perAccount, total, reserved } = this.#limits;
    const group = addressGroup(taker.ip ?? "");
    const account = accountIn(taker);
    if (account !== null && this.#accounts.of(account) >= perAccount)
      return "account";
    if (!this.#addresses.fits(group, 1, perAddress)) return "address";
    const isNew = this.#addresses.fits(group, 1, 1);
    const open = total - (isNew ? 0 : reserved);
    return this.#taken >= open ? "everybody" : null;
  }

  /** Counts `work` until it is done. */
  async hold<T>(taker: PlaceTaker, work: () => Promise<T>): Promise<T> {
    const group = addressGroup(taker.ip ?? "");
    const account = accountIn(taker);
    this.#addresses.add(group, 1);
    if (account !== null) this.#accounts.add(account);
    this.#taken += 1;
    try {
      return await work();
    } finally {
      this.#addresses.add(group, -1);
      if (account !== null) this.#accounts.remove(account);
      this.#taken -= 1;
    }
  }
}

const accountIn = ({ identity = null, isAdmin = false }: PlaceTaker) =>
  accountOf({ identity, isAdmin });
