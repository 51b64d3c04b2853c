import { NetworkSums } from "./networkSums.ts";
import { Sums } from "./sums.ts";

/**
 * Which limit is exhausted: that of the account, that of the address, or that
 * of all together.
 */
export type Shortage = "account" | "address" | "everybody";

/** All in bytes. */
export interface ByteBudgetLimits {
  /**
   * An address may hold this much, and wider networks of an IPv6 address more;
   * see `networksOf`. Half is kept for accounts that hold little.
   */
  readonly perAddress: number;
  readonly total: number;
  /**
   * The part of the total that is kept for callers who hold little. Addresses
   * that hold little may use all of that part; accounts that hold little, at
   * any address, half of it. Default: none.
   */
  readonly reserved?: number;
}

/**
 * Bytes that each holder may hold without being charged, so that small requests
 * keep working while someone else fills the budget. The number of holders is
 * limited elsewhere.
 */
export const FREE_BYTES = 16 * 1024;

/** An object rather than a function because every socket has one. */
export interface RoomListener {
  roomAppeared(): void;
}

/** A caller who holds at most this share of an address's limit holds little. */
const LITTLE_SHARE = 1 / 32;
/**
 * The share of an address's limit that accounts which hold more than a little
 * may use.
 */
const LARGE_SHARE = 1 / 2;

/** The address group that holds bytes, and its account if that is known. */
export interface Holder {
  readonly address: string;
  readonly account: string | null;
}

/**
 * Counts the bytes held for callers, for each address and account, and in
 * total. It does not refuse anything itself: callers ask for the `shortage`
 * before they grow.
 */
export class ByteBudget {
  readonly #limits: ByteBudgetLimits;
  readonly #addresses = new NetworkSums();
  readonly #accounts = new Sums();
  readonly #waiting = new Set<RoomListener>();
  #total = 0;

  constructor(limits: ByteBudgetLimits) {
    this.#limits = limits;
  }

  get totalBytes(): number {
    return this.#total;
  }

  /**
   * Returns a new holder of bytes for this address and, if given, this account.
   */
  holder(address: string, account: string | null = null): HeldBytes {
    return new HeldBytes(this, { address, account });
  }

  /**
   * Returns the limit that `bytes` more would exceed, or null if there is room.
   */
  shortage({ address, account }: Holder, bytes: number): Shortage | null {
    const { perAddress, total, reserved = 0 } = this.#limits;
    const littleBytes = perAddress * LITTLE_SHARE;
    const isSmallAccount =
      account !== null && this.#accounts.of(account) + bytes <= littleBytes;
    if (!this.#addresses.fits(address, bytes, perAddress)) return "address";
    const isOpen =
      account === null ||
      isSmallAccount ||
      this.#addresses.fits(address, bytes, perAddress * LARGE_SHARE);
    if (!isOpen) return "account";
    const isSmallAddress = this.#addresses.fits(address, bytes, littleBytes);
    const kept = isSmallAddress ? 0 : isSmallAccount ? reserved / 2 : reserved;
    return this.#total + bytes > total - kept ? "everybody" : null;
  }

  /** Adds `bytes`, which may be negative, to the holder's count. */
  change({ address, account }: Holder, bytes: number): void {
    if (bytes === 0) return;
    this.#addresses.add(address, bytes);
    if (account !== null) this.#accounts.add(account, bytes);
    this.#total += bytes;
    if (bytes < 0) {
      for (const listener of [...this.#waiting]) listener.roomAppeared();
    }
  }

  /** Calls `listener` whenever bytes are released, until it is forgotten. */
  awaitRoom(listener: RoomListener): void {
    this.#waiting.add(listener);
  }

  forget(listener: RoomListener): void {
    this.#waiting.delete(listener);
  }
}

/** The bytes that one socket or request holds of a budget. */
export class HeldBytes {
  readonly budget: ByteBudget;
  readonly #holder: Holder;
  #bytes = 0;

  constructor(budget: ByteBudget, holder: Holder) {
    this.budget = budget;
    this.#holder = holder;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Returns the limit that `bytes` more would exceed, or null if there is room.
   */
  shortage(bytes: number): Shortage | null {
    const added = charged(this.#bytes + bytes) - charged(this.#bytes);
    return charged(this.#bytes + bytes) === 0
      ? null
      : this.budget.shortage(this.#holder, added);
  }

  /**
   * Counts `bytes` even if they exceed a limit, because they are in memory
   * already.
   */
  grow(bytes: number): void {
    const before = charged(this.#bytes);
    this.#bytes += bytes;
    this.budget.change(this.#holder, charged(this.#bytes) - before);
  }

  shrink(bytes: number): void {
    this.grow(-Math.min(bytes, this.#bytes));
  }

  release(): void {
    this.shrink(this.#bytes);
  }
}

function charged(bytes: number): number {
  return Math.max(0, bytes - FREE_BYTES);
}
