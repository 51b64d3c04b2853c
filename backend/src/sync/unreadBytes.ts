import type { CallerBounds } from "../admission/admission.ts";
import type { HeldBytes } from "../admission/byteBudget.ts";

/**
 * Unread bytes up to this number are not counted: a client that is only a
 * moment behind has fewer, and many thousands may wait for the same small
 * frame, whose bytes exist once.
 */
const UNCOUNTED_BYTES = 64 * 1024;
/** A client with more than this unread has less time to read it. */
const LARGE_BYTES = 1024 * 1024;

/**
 * A client counts as gone after this many ticks without having read everything.
 */
const MAX_STALLED_TICKS = 4;
const MAX_LARGE_STALLED_TICKS = 2;

/** Tells which limits apply to the reader. */
interface Bounded {
  readonly bounds: CallerBounds;
}

/**
 * Counts the bytes that one client has been sent and has not read yet. They are
 * in buffers outside of the heap until the client reads them or is gone.
 */
export class UnreadBytes {
  readonly #reader: Bounded;
  readonly #address: string;
  #held: HeldBytes | null = null;
  #stalledTicks = 0;

  constructor(reader: Bounded, address: string) {
    this.#reader = reader;
    this.#address = address;
  }

  /**
   * Call after something was sent, with the number of bytes that are unread
   * now. Returns false if that is more than the address, or all addresses, may
   * leave unread.
   */
  sent(unreadBytes: number): boolean {
    if (unreadBytes <= UNCOUNTED_BYTES) return true;
    this.#held ??= this.#reader.bounds.unread.holder(this.#address);
    const added = unreadBytes - this.#held.bytes;
    const hasRoom = this.#held.shortage(added) === null;
    this.#held.grow(added);
    return hasRoom;
  }

  /** Call when everything has been read. */
  drained(): void {
    this.#stalledTicks = 0;
    this.release();
  }

  /** Call when the client is gone. */
  release(): void {
    this.#held?.release();
    this.#held = null;
  }

  /** Call at regular intervals. Returns true if the client counts as gone. */
  isStalled(unreadBytes: number): boolean {
    this.#stalledTicks = unreadBytes > 0 ? this.#stalledTicks + 1 : 0;
    const maxTicks =
      unreadBytes > LARGE_BYTES ? MAX_LARGE_STALLED_TICKS : MAX_STALLED_TICKS;
    return this.#stalledTicks > maxTicks;
  }
}
