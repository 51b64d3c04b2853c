/** What one sync session may take. */
export interface SessionLimits {
  readonly maxQueries: number;
  /** Requests received and not answered; beyond it the socket is not read. */
  readonly maxPendingRequests: number;
  readonly maxPendingBytes: number;
  /** Beyond it no Transition is made until the client has caught up. */
  readonly softBufferBytes: number;
  /** Beyond it the client is disconnected. */
  readonly hardBufferBytes: number;
  /** How long a client with an expired token may take to bring a fresh one. */
  readonly expiredGraceMs: number;
}
