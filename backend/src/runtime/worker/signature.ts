import { createHmac, timingSafeEqual } from "node:crypto";

type Key = string | Uint8Array;

/** Signs a text that clients keep and give back. */
export function sign(key: Key, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/**
 * Returns whether a text was signed with this key. Compares signatures in constant
 * time.
 */
export function isSigned(key: Key, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(key, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
