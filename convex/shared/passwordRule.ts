import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./limits";
import type { ErrorCode } from "./messages";

/** For a new password; an old one is only compared. */
export function checkPassword(password: string): ErrorCode | null {
  if (password === "") return "PASSWORD_REQUIRED";
  if (password.length < MIN_PASSWORD_LENGTH) return "PASSWORD_TOO_SHORT";
  return password.length <= MAX_PASSWORD_LENGTH ? null : "PASSWORD_TOO_LONG";
}
