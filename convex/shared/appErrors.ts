import type { ErrorCode } from "./messages.ts";

/** The data of every error that is meant for a person. */
export interface AppErrorData {
  code: ErrorCode;
  message: string;
  /** The code of a problem in a second field. */
  also?: ErrorCode;
  /** Time to wait in ms; only with RATE_LIMITED. */
  retryAfterMs?: number;
  /** When writing is possible again, null for never; only with SUSPENDED. */
  suspendedUntil?: number | null;
  /** Who has the mic; only with MIC_TAKEN and LAST_PLACE. */
  holder?: string;
  /** How many bars the cypher has; only with TURN_LENGTH. */
  bars?: number;
}

const CODE = /^[A-Z]+(_[A-Z]+)*$/;

/**
 * Tells errors that are meant for a person by their form. The server may have codes that this page
 * does not know yet, and their text is shown as well.
 */
export function isAppErrorData(data: unknown): data is AppErrorData {
  return (
    typeof data === "object" &&
    data !== null &&
    "code" in data &&
    typeof data.code === "string" &&
    CODE.test(data.code) &&
    "message" in data &&
    typeof data.message === "string"
  );
}
