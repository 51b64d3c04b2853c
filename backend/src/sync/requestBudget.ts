import type { ClientMessage } from "./protocol.ts";

/**
 * Bounds what one client can make the server hold: when too much waits for its
 * answer, its socket is not read until half of it is done.
 */
export class RequestBudget {
  readonly #limits: { maxPendingRequests: number; maxPendingBytes: number };
  readonly #onReadingChange: (isReading: boolean) => void;
  readonly #sizes = new Map<ClientMessage, number>();
  #pendingBytes = 0;
  #isReading = true;

  constructor(
    limits: { maxPendingRequests: number; maxPendingBytes: number },
    onReadingChange: (isReading: boolean) => void,
  ) {
    this.#limits = limits;
    this.#onReadingChange = onReadingChange;
  }

  add(message: ClientMessage, sizeBytes: number): void {
    this.#sizes.set(message, sizeBytes);
    this.#pendingBytes += sizeBytes;
    if (this.#isReading && this.#exceeds(1)) this.#setReading(false);
  }

  /** The message has had its effect. */
  settle(message: ClientMessage): void {
    this.#pendingBytes -= this.#sizes.get(message) ?? 0;
    this.#sizes.delete(message);
    if (!this.#isReading && !this.#exceeds(0.5)) this.#setReading(true);
  }

  #exceeds(share: number): boolean {
    const { maxPendingRequests, maxPendingBytes } = this.#limits;
    return (
      this.#sizes.size > maxPendingRequests * share ||
      this.#pendingBytes > maxPendingBytes * share
    );
  }

  #setReading(isReading: boolean): void {
    this.#isReading = isReading;
    this.#onReadingChange(isReading);
  }
}
