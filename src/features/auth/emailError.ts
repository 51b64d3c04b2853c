import { isEmail, normalizeEmail } from "../../../convex/shared/email";
import type { ErrorCode } from "../../../convex/shared/messages";

export function emailError(email: string): ErrorCode | null {
  const normal = normalizeEmail(email);
  if (normal === "") return "EMAIL_REQUIRED";
  return isEmail(normal) ? null : "EMAIL_INVALID";
}
