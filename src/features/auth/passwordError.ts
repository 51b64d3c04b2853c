import { checkPassword } from "../../../convex/shared/checkPassword";
import type { AuthTexts } from "../../texts/useAuthTexts";

/**
 * Validates a new password; null if it is acceptable. Do not use it to sign in: existing passwords
 * may follow older rules.
 */
export function passwordError(password: string, t: AuthTexts): string | null {
  const refusal = checkPassword(password);
  if (refusal === null) return null;
  if (refusal === "PASSWORD_REQUIRED") return t.passwordRequired;
  return refusal === "PASSWORD_TOO_LONG"
    ? t.passwordTooLong
    : t.passwordTooShort;
}
