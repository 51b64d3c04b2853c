/**
 * How much a session may buffer for sending, and how long it may stay expired.
 * The limits on what it may request are in `CallerLimits`.
 */
export interface SessionLimits {
  /**
   * Above this number of bytes, no Transition is sent until the client has
   * caught up.
   */
  readonly softBufferBytes: number;
  /** Above this number of bytes, the client is disconnected. */
  readonly hardBufferBytes: number;
  /**
   * The most that the results of one session, and so one Transition, may
   * contain. Counted in characters, which take at most three bytes each in
   * UTF-8.
   */
  readonly maxResultBytes: number;
  /** How long a client with an expired token has to send a fresh one. */
  readonly expiredGraceMs: number;
}
