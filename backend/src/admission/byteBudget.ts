/**
 * Which limit is exhausted: that of the address, or that of all addresses
 * together.
 */
export type Shortage = "address" | "everybody";

/** Both in bytes. */
export interface ByteBudgetLimits {
  readonly perAddress: number;
  readonly total: number;
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

/**
 * Counts the bytes held for callers, for each address and in total. It does not
 * refuse anything itself: callers ask for the `shortage` before they grow.
 */
export class ByteBudget {
  readonly #limits: ByteBudgetLimits;
  readonly #byAddress = new Map<string, number>();
  readonly #waiting = new Set<RoomListener>();
  #total = 0;

  constructor(limits: ByteBudgetLimits) {
    this.#limits = limits;
  }

  get totalBytes(): number {
    return this.#total;
  }

  /** Returns a new holder of bytes for this address. */
  holder(address: string): HeldBytes {
    return new HeldBytes(this, address);
  }

  /**
   * Returns the limit that `bytes` more would exceed, or null if there is room.
   */
  shortage(address: string, bytes: number): Shortage | null {
    const { perAddress, total } = this.#limits;
    const held = this.#byAddress.get(address) ?? 0;
    if (held + bytes > perAddress) return "address";
    return this.#total + bytes > total ? "everybody" : null;
  }

  /** Adds `bytes`, which may be negative, to what the address holds. */
  change(address: string, bytes: number): void {
    if (bytes === 0) return;
    const held = (this.#byAddress.get(address) ?? 0) + bytes;
    this.#total += bytes;
    if (held > 0) this.#byAddress.set(address, held);
    else this.#byAddress.delete(address);
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
  readonly #address: string;
  #bytes = 0;

  constructor(budget: ByteBudget, address: string) {
    this.budget = budget;
    this.#address = address;
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
      : this.budget.shortage(this.#address, added);
  }

  /**
   * Counts `bytes` even if they exceed a limit, because they are in memory
   * already.
   */
  grow(bytes: number): void {
    const before = charged(this.#bytes);
    this.#bytes += bytes;
    this.budget.change(this.#address, charged(this.#bytes) - before);
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
