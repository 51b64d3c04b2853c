import {
  isEmail,
  isEmailOfAnyAge,
  normalizeEmail,
  typedEmail,
} from "../../../convex/shared/email";
import type { ErrorCode } from "../../../convex/shared/messages";

/** Checks a new address. */
export function emailError(email: string): ErrorCode | null {
  const normal = normalizeEmail(email);
  if (normal === "") return "EMAIL_REQUIRED";
  return isEmail(normal) ? null : "EMAIL_INVALID";
}

/** Checks an address that may have an account: older ones follow older rules. */
export function ownEmailError(email: string): ErrorCode | null {
  const typed = typedEmail(email);
  if (typed === "") return "EMAIL_REQUIRED";
  return isEmailOfAnyAge(typed) ? null : "EMAIL_INVALID";
}
