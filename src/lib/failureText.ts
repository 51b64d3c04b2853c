import { ConvexError } from "convex/values";
import { isAppErrorData } from "../../convex/shared/messages";

/**
 * The text a person may read about a failed call: the message the server meant for people, or `fallback`.
 * Anything else the server says (stack, request id) stays out of sight.
 */
export function failureText(error: unknown, fallback: string): string {
  return appErrorData(error)?.message ?? fallback;
}

/** The code of an expected failure, such as "USERNAME_TAKEN"; null for a bug or a broken line. */
export function failureCode(error: unknown): string | null {
  return appErrorData(error)?.code ?? null;
}

/** How long a rate-limited call has to wait. */
export function retryAfterMs(error: unknown): number | null {
  return appErrorData(error)?.retryAfterMs ?? null;
}

function appErrorData(error: unknown) {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  return isAppErrorData(data) ? data : null;
}
