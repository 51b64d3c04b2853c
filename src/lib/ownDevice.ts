import { randomHex } from "./randomHex";
import { readChoice, writeChoice } from "./storedChoice";

const KEY = "gully-device";
const SECRET_BYTES = 32;

/**
 * Returns this browser's device secret, created on first use; empty where the browser forbids
 * storage. The server keeps its hash with each account that has signed in here. A known device can
 * still sign in while password attempts from unknown devices are rate-limited. The secret grants
 * nothing else.
 */
export function ownDevice(): string {
  const kept = readChoice(KEY);
  if (kept !== null) return kept;
  writeChoice(KEY, randomHex(SECRET_BYTES));
  // Read it back: if nothing was stored, this browser would be a new device on every call.
  return readChoice(KEY) ?? "";
}
