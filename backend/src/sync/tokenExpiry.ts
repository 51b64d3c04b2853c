/** Longest delay of setTimeout, which stores it in 31 bits. */
const maxTimeoutMs = 2 ** 31 - 1;

/** The owner of the token. */
export interface Expiring {
  expire(): void;
}

/**
 * The only timer for a session's token: first it waits for the token to expire,
 * then for the grace period to end.
 */
export class TokenExpiry {
  readonly #session: Expiring;
  #timer: NodeJS.Timeout | undefined;

  constructor(session: Expiring) {
    this.#session = session;
  }

  /**
   * Calls `expire` at `expiresAt`, in ms since the epoch; null means never.
   * Replaces the previous timer.
   */
  schedule(expiresAt: number | null): void {
    this.cancel();
    if (expiresAt === null) return;
    const delayMs = Math.max(0, expiresAt - Date.now());
    this.afterGrace(Math.min(delayMs, maxTimeoutMs), () => {
      if (delayMs > maxTimeoutMs) this.schedule(expiresAt);
      else this.#session.expire();
    });
  }

  /** Runs `action` after a delay. Replaces the previous timer. */
  afterGrace(delayMs: number, action: () => void): void {
    this.cancel();
    this.#timer = setTimeout(action, delayMs);
    this.#timer.unref();
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}
