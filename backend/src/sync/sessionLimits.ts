/**
 * How much a session may buffer for sending, and how long it may stay expired.
 * The limits on what it may request are in `CallerLimits`.
 */
export interface SessionLimits {
  /** Above this, no Transition is sent until the client has caught up. */
  readonly softBufferBytes: number;
  /** Above this, the client is disconnected. */
  readonly hardBufferBytes: number;
  /**
   * Results that one session may watch, and so the most that one Transition
   * contains. Counted in characters, of which UTF-8 needs three bytes at most.
   */
  readonly maxResultBytes: number;
  /** How long a client with an expired token has to send a fresh one. */
  readonly expiredGraceMs: number;
}
