import type { CallerBounds } from "../admission/admission.ts";
import type { HeldBytes, RoomListener } from "../admission/byteBudget.ts";
import type { ClientMessage } from "./protocol.ts";

/** Estimated memory overhead of one request. */
const OVERHEAD_BYTES = 1024;

/** Controls the reading side of the socket. */
export interface Reader {
  /** Called with false to stop reading, and with true to resume. */
  setRoom(hasRoom: boolean): void;
}

/**
 * Limits how much unanswered work one client can make the server hold. Reading
 * from the socket stops when too much is pending, or when the client's address
 * or all clients together have used up their budget. Reading resumes once the
 * client's share has fallen to half its limit and the budget has room. Each
 * message passed to `add` must be passed to `settle` exactly once, or its bytes
 * stay counted.
 */
export class RequestBudget implements RoomListener {
  readonly #address: string;
  readonly #reader: Reader;
  /**
   * Pending messages and their sizes in bytes; null if there are none, which
   * saves memory on idle sockets.
   */
  #sizes: Map<ClientMessage, number> | null = null;
  #bounds: CallerBounds;
  #held: HeldBytes;
  #isReading = true;

  constructor(bounds: CallerBounds, address: string, reader: Reader) {
    this.#bounds = bounds;
    this.#address = address;
    this.#held = bounds.pending.holder(address);
    this.#reader = reader;
  }

  /**
   * Applies the limits of another kind of caller, for example after signing in.
   * Pending bytes move to the new budget.
   */
  moveTo(bounds: CallerBounds): void {
    if (bounds === this.#bounds) return;
    const bytes = this.#held.bytes;
    this.#held.budget.forget(this);
    this.#held.release();
    this.#bounds = bounds;
    this.#held = bounds.pending.holder(this.#address);
    this.#held.grow(bytes);
    if (!this.#isReading) this.#held.budget.awaitRoom(this);
    this.roomAppeared();
  }

  /**
   * Counts a message that has arrived. Always succeeds, but may stop reading.
   */
  add(message: ClientMessage, sizeBytes: number): void {
    this.#sizes ??= new Map();
    this.#sizes.set(message, sizeBytes + OVERHEAD_BYTES);
    this.#held.grow(sizeBytes + OVERHEAD_BYTES);
    if (!this.#isReading || !this.#exceeds(1)) return;
    this.#held.budget.awaitRoom(this);
    this.#setReading(false);
  }

  /**
   * Returns true if the message exceeds the size of one call for this caller.
   */
  isTooLarge(message: ClientMessage): boolean {
    return this.sizeOf(message) > this.#bounds.limits.maxArgumentBytes;
  }

  /** The size that a message had when it was added; 0 once it is settled. */
  sizeOf(message: ClientMessage): number {
    return (this.#sizes?.get(message) ?? OVERHEAD_BYTES) - OVERHEAD_BYTES;
  }

  /** Call once the message has been answered or dropped. */
  settle(message: ClientMessage): void {
    this.#held.shrink(this.#sizes?.get(message) ?? 0);
    this.#sizes?.delete(message);
    if (this.#sizes?.size === 0) this.#sizes = null;
    this.roomAppeared();
  }

  /**
   * Call when the client is gone. Work still pending counts until it is
   * settled.
   */
  close(): void {
    this.#held.budget.forget(this);
  }

  roomAppeared(): void {
    if (this.#isReading || this.#exceeds(0.5)) return;
    this.#held.budget.forget(this);
    this.#setReading(true);
  }

  #exceeds(share: number): boolean {
    const { maxPendingRequests, maxPendingBytes } = this.#bounds.limits;
    return (
      (this.#sizes?.size ?? 0) > maxPendingRequests * share ||
      this.#held.bytes > maxPendingBytes * share ||
      this.#held.shortage(0) !== null
    );
  }

  #setReading(isReading: boolean): void {
    this.#isReading = isReading;
    this.#reader.setRoom(isReading);
  }
}
