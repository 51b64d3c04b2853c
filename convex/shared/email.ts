const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/**
 * An address is words joined by dots, an @ and a host name. Anything that a
 * mail program could read as more than one plain address is excluded: names,
 * comments, groups, lists and quotes.
 */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const TOP_LEVEL = /^[a-z]/;

/**
 * Normalises an address, so that one mailbox has one account. Call this on
 * every address before using it.
 */
export const normalizeEmail = (input: string) => input.trim().toLowerCase();

/** Expects a normalised address. */
export function isEmail(email: string): boolean {
  if (email.length > MAX_EMAIL_LENGTH) return false;
  const [local = "", domain = "", ...more] = email.split("@");
  return more.length === 0 && isLocal(local) && isDomain(domain);
}

const isLocal = (local: string) =>
  local.length <= MAX_LOCAL_LENGTH && LOCAL.test(local);

function isDomain(domain: string): boolean {
  const labels = domain.split(".");
  return (
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? "")
  );
}
