import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./limits";
import type { ErrorCode } from "./messages";

/**
 * Checks the length of a new password. Do not use it at sign-in: passwords
 * chosen under older rules must keep working.
 */
export function checkPassword(password: string): ErrorCode | null {
  if (password === "") return "PASSWORD_REQUIRED";
  if (password.length < MIN_PASSWORD_LENGTH) return "PASSWORD_TOO_SHORT";
  return password.length <= MAX_PASSWORD_LENGTH ? null : "PASSWORD_TOO_LONG";
}
