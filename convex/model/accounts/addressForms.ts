import { toUnicode } from "nodemailer/lib/punycode";
import { normalizeEmail, typedEmail } from "../../shared/email";

/**
 * Returns every form in which the address of one mailbox may be stored: as it
 * was typed, which earlier versions stored; normalized, which new accounts
 * store; and with an international domain in its own letters, as some browsers
 * used to send it.
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
