/** The part of a socket that a session uses. */
export interface Connection {
  /** Queues one complete frame. Never blocks or throws. */
  send(frame: Buffer): void;
  /** Bytes passed to `send` that the peer has not read yet. */
  readonly bufferedBytes: number;
  /** Pauses or resumes reading from the client. */
  setReading(isReading: boolean): void;
  /**
   * Counts the socket for the account of its token, or for its address if it has
   * none. Returns false if there are too many already.
   */
  countFor(account: string | null): boolean;
  close(code: number, reason: string): void;
}

/** The RFC 6455 close codes that the server uses. */
export const closeCodes = {
  goingAway: 1001,
  invalidMessage: 1008,
  messageTooBig: 1009,
  internalError: 1011,
  tryAgainLater: 1013,
} as const;
