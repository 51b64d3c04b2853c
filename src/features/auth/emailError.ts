import type { AuthTexts } from "../../texts/useAuthTexts";
import { isEmail, normalizeEmail } from "../../../convex/shared/email";

export function emailError(email: string, t: AuthTexts): string | null {
  const normal = normalizeEmail(email);
  if (normal === "") return t.emailRequired;
  return isEmail(normal) ? null : t.emailInvalid;
}
