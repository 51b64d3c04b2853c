import { ConvexError } from "convex/values";
import { isAppErrorData } from "../../convex/shared/appErrors";
import type { ErrorCode } from "../../convex/shared/messages";

/**
 * Returns the text to show for a failed call: the server's message if it was written for users,
 * otherwise `fallback`. Stack traces and request ids are never shown.
 */
export function failureText(error: unknown, fallback: string): string {
  return appErrorData(error)?.message ?? fallback;
}

/**
 * The code of an expected failure, such as "USERNAME_TAKEN"; null for a bug or a lost connection.
 */
export function failureCode(error: unknown): ErrorCode | null {
  return appErrorData(error)?.code ?? null;
}

/** The error code of a second invalid field; null if there is none. */
export function alsoWrong(error: unknown): ErrorCode | null {
  return appErrorData(error)?.also ?? null;
}

/** Fills {holder} and {bars} in a text with the values that the server sent with a failure. */
export function failureFacts(text: string, error: unknown): string {
  const { holder = "", bars = "" } = appErrorData(error) ?? {};
  return text.replace("{holder}", holder).replace("{bars}", `${bars}`);
}

/** Returns how long to wait before retrying a rate-limited call; null for any other failure. */
export function retryAfterMs(error: unknown): number | null {
  return appErrorData(error)?.retryAfterMs ?? null;
}

/** Returns when a suspended person may write again: null if never, undefined for other failures. */
export function suspendedUntil(error: unknown): number | null | undefined {
  const data = appErrorData(error);
  return data?.code === "SUSPENDED" ? (data.suspendedUntil ?? null) : undefined;
}

function appErrorData(error: unknown) {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  return isAppErrorData(data) ? data : null;
}
