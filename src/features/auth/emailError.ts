import type { Texts } from "../../texts/texts";
import { isEmail, normalizeEmail } from "../../../convex/shared/email";

export function emailError(email: string, t: Texts["auth"]): string | null {
  const normal = normalizeEmail(email);
  if (normal === "") return t.emailRequired;
  return isEmail(normal) ? null : t.emailInvalid;
}
