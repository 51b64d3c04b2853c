import { hexOf } from "./hexOf";

/**
 * Returns this many random bytes in hexadecimal digits. Pages over plain http have no `randomUUID`.
 */
export function randomHex(bytes: number): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(bytes)));
}
