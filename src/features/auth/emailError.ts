import {
  isEmail,
  isEmailOfAnyAge,
  normalizeEmail,
  typedEmail,
} from "../../../convex/shared/email";
import type { ErrorCode } from "../../../convex/shared/messages";

/** Returns what is wrong with a new address, or null. */
export function emailError(email: string): ErrorCode | null {
  const normal = normalizeEmail(email);
  if (normal === "") return "EMAIL_REQUIRED";
  return isEmail(normal) ? null : "EMAIL_INVALID";
}

/**
 * Returns what is wrong with an address that may belong to an account, or null. Allows more than
 * `emailError`, because older addresses follow older rules.
 */
export function ownEmailError(email: string): ErrorCode | null {
  const typed = typedEmail(email);
  if (typed === "") return "EMAIL_REQUIRED";
  return isEmailOfAnyAge(typed) ? null : "EMAIL_INVALID";
}
