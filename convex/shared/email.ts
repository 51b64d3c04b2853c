import { trimUnseen } from "./plainText";
import { withoutJoiners } from "./usernames";

const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_BYTES = 64;

/**
 * An address is words joined by dots, an @ and a host name. Anything that a
 * mail program could read as more than one plain address is excluded: names,
 * comments, groups, lists and quotes. Before the @, letters of all scripts are
 * allowed; see `needsUnicodeMail`.
 */
const WORD = "[a-z0-9!#$%&'*+/=?^_`{|}~\\p{L}\\p{M}\\p{N}-]+";
const LOCAL = new RegExp(`^${WORD}(\\.${WORD})*$`, "u");
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const TOP_LEVEL = /^[a-z]/;

/** Any address that an earlier version accepted. */
const STORED = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
/**
 * Characters that make one address look like several, or like something else.
 */
const READ_OTHERWISE = /[\p{Cc}()<>[\]:;,\\]/u;

const NOT_ASCII = /[^\0-\x7F]/;
/** Text that `new URL` can only read as a host name. */
const HOST = /^[\p{L}\p{M}\p{N}\u200C\u200D\u3002\uFF0E\uFF61.-]+$/u;

/**
 * Normalises an address, so that one mailbox has one account. Browsers hand over
 * international domains in either form; this returns the ASCII form. Call this
 * on every new address before using it.
 */
export function normalizeEmail(input: string): string {
  const email = typedEmail(trimUnseen(input));
  if (email.length > MAX_EMAIL_LENGTH || !NOT_ASCII.test(email)) return email;
  const at = email.lastIndexOf("@") + 1;
  const local = email.slice(0, at).normalize("NFC");
  return local + asciiDomain(email.slice(at));
}

/** Returns an address as earlier versions stored it. */
export const typedEmail = (input: string): string => input.trim().toLowerCase();

function asciiDomain(domain: string): string {
  if (!NOT_ASCII.test(domain) || !HOST.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain; // no valid host name has this form
  }
}

/** Domains where dots before the @ mean nothing. */
const WITHOUT_DOTS = new Set(["gmail.com", "googlemail.com"]);

/**
 * Returns the mailbox of a normalised address, without the parts that many
 * providers ignore: a+1@x and a+2@x are one mailbox. Use the result for
 * counting, but never mail to it.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const [name = ""] = email.slice(0, at).split("+");
  const isOneName = WITHOUT_DOTS.has(domain);
  return `${isOneName ? name.replaceAll(".", "") : name}@${domain}`;
}

/** Checks a new address. Expects it normalised. */
export function isEmail(email: string): boolean {
  if (email.length > MAX_EMAIL_LENGTH) return false;
  const [local = "", domain = "", ...more] = email.split("@");
  return more.length === 0 && isLocal(local) && isDomain(domain);
}

/**
 * Returns whether an account can have this address, under today's rule or an
 * older one. Use this, not `isEmail`, to sign in and to reset a password.
 */
export const isEmailOfAnyAge = (email: string): boolean =>
  email.length <= MAX_EMAIL_LENGTH && STORED.test(email);

/** Returns whether every mail program reads a stored address as that one mailbox. */
export const isMailable = (email: string): boolean =>
  isEmailOfAnyAge(email) && !READ_OTHERWISE.test(email);

/** Returns whether only a mail server that knows SMTPUTF8 can send to the address. */
export const needsUnicodeMail = (email: string): boolean =>
  NOT_ASCII.test(email.slice(0, email.lastIndexOf("@")));

const isLocal = (local: string) =>
  new TextEncoder().encode(local).length <= MAX_LOCAL_BYTES &&
  local === local.normalize("NFKC") &&
  LOCAL.test(withoutJoiners(local));

function isDomain(domain: string): boolean {
  const labels = domain.split(".");
  return (
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? "")
  );
}
