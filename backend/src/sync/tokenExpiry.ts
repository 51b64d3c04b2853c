/** setTimeout holds 31 bits. */
const maxTimeoutMs = 2 ** 31 - 1;

/** The one timer of a session's token: first its end, then the end of patience. */
export class TokenExpiry {
  readonly #onExpired: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onExpired: () => void) {
    this.#onExpired = onExpired;
  }

  /** Replaces what was scheduled before; null never expires. */
  schedule(expiresAt: number | null): void {
    this.cancel();
    if (expiresAt === null) return;
    const delayMs = Math.max(0, expiresAt - Date.now());
    this.afterGrace(Math.min(delayMs, maxTimeoutMs), () => {
      if (delayMs > maxTimeoutMs) this.schedule(expiresAt);
      else this.#onExpired();
    });
  }

  afterGrace(delayMs: number, action: () => void): void {
    this.cancel();
    this.#timer = setTimeout(action, delayMs);
    this.#timer.unref();
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}
