/** The transport of a session, as far as the session needs to know it. */
export interface Connection {
  /** Takes a whole frame; never blocks, never throws. */
  send(frame: Buffer): void;
  /** Bytes accepted by `send` that the peer has not taken yet. */
  readonly bufferedBytes: number;
  /** Stop and go of reading what the client sends. */
  setReading(isReading: boolean): void;
  close(code: number, reason: string): void;
}

/** Close codes of RFC 6455 and what they stand for here. */
export const closeCodes = {
  goingAway: 1001,
  invalidMessage: 1008,
  messageTooBig: 1009,
  internalError: 1011,
  tryAgainLater: 1013,
} as const;
