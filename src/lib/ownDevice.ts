import { randomHex } from "./randomHex";
import { readChoice, writeChoice } from "./storedChoice";

const KEY = "gully-device";
const SECRET_BYTES = 32;

/**
 * Returns this browser's device secret, created on first use; empty if the browser forbids storage.
 * The server stores the secret's hash with each account that has signed in here. A known device can
 * still sign in while password attempts from unknown devices are rate-limited. The secret grants
 * nothing else.
 */
export function ownDevice(): string {
  const kept = readChoice(KEY);
  if (kept !== null) return kept;
  writeChoice(KEY, randomHex(SECRET_BYTES));
  // The value is read back: if it was not stored, every call would return a new secret, so none is
  // returned.
  return readChoice(KEY) ?? "";
}
