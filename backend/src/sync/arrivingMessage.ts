import type { CallerBounds } from "../admission/admission.ts";
import type { HeldBytes } from "../admission/byteBudget.ts";
import { closeCodes } from "./connection.ts";

/** Estimated memory overhead of one buffered piece. */
const PIECE_OVERHEAD_BYTES = 128;

/** Close code and reason for a connection that has to be ended. */
export interface Cut {
  readonly code: number;
  readonly reason: string;
}

/** Tells which limits apply to the sender of the message. */
interface Bounded {
  readonly bounds: CallerBounds;
}

/** Shared by all sockets, so that each does not allocate its own closure. */
const monotonicMs = (): number => performance.now();

/**
 * Counts the bytes of a message that has not fully arrived. `ws` buffers them
 * until the rest comes, which may be never, so they count against the
 * `arriving` budget of the client's address. The size of a single message is
 * limited by `ws` itself (`maxPayload`).
 */
export class ArrivingMessage {
  readonly #sender: Bounded;
  readonly #address: string;
  readonly #now: () => number;
  #held: HeldBytes | null = null;
  #bytes = 0;
  #beganAt = 0;

  constructor(
    sender: Bounded,
    address: string,
    now: () => number = monotonicMs,
  ) {
    this.#sender = sender;
    this.#address = address;
    this.#now = now;
  }

  /**
   * How long the current message has been arriving, in ms; 0 between messages.
   */
  get ageMs(): number {
    return this.#bytes === 0 ? 0 : this.#now() - this.#beganAt;
  }

  /**
   * Counts raw bytes read from the socket, before `ws` parses them. Returns why
   * the connection must be cut, or null.
   */
  piece(sizeBytes: number): Cut | null {
    const { bounds } = this.#sender;
    if (this.#bytes === 0) this.#beganAt = this.#now();
    this.#held ??= bounds.arriving.holder(this.#address);
    this.#bytes += sizeBytes;
    const shortage = this.#held.shortage(sizeBytes + PIECE_OVERHEAD_BYTES);
    this.#held.grow(sizeBytes + PIECE_OVERHEAD_BYTES);
    if (shortage === null) return null;
    const where = shortage === "address" ? "from this address " : "";
    const reason = `Too many unfinished bytes ${where}at a time. Try again later.`;
    return { code: closeCodes.tryAgainLater, reason };
  }

  /** Takes the bytes of a control frame off the count again. */
  control(payloadBytes: number): void {
    this.#bytes = Math.max(0, this.#bytes - payloadBytes - 6);
    if (this.#bytes === 0) this.release();
  }

  /**
   * Call when `ws` has delivered a complete message. What is left of its last
   * piece may be headers of fragments or the beginning of the next message, and
   * nobody can tell which. It goes uncounted: a piece is small, and the next
   * message has an age as soon as another piece arrives.
   */
  message(): void {
    this.release();
  }

  release(): void {
    this.#held?.release();
    this.#held = null;
    this.#bytes = 0;
  }
}
