import { toUnicode } from "nodemailer/lib/punycode";
import { normalizeEmail, typedEmail } from "../../shared/email";

/**
 * Returns the forms in which one mailbox may be stored: as earlier versions
 * stored what was typed, as new addresses are stored, and with an international
 * domain in its own letters, as some browsers used to send it.
 */
export function addressForms(email: string): string[] {
  const normal = normalizeEmail(email);
  return [...new Set([typedEmail(email), normal, withOwnLetters(normal)])];
}

function withOwnLetters(email: string): string {
  try {
    return toUnicode(email);
  } catch {
    return email; // not every label that begins with xn-- means something
  }
}
