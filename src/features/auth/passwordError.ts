import { checkPassword } from "../../../convex/shared/passwordRule";
import type { Texts } from "../../texts/TextsProvider";

/** For a new password; the one of an existing account is only compared. */
export function passwordError(
  password: string,
  t: Texts["auth"],
): string | null {
  const refusal = checkPassword(password);
  if (refusal === null) return null;
  if (refusal === "PASSWORD_REQUIRED") return t.passwordRequired;
  return refusal === "PASSWORD_TOO_LONG"
    ? t.passwordTooLong
    : t.passwordTooShort;
}
