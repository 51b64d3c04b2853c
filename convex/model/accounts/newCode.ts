import { toHex } from "../sha256";

const CODE_BYTES = 32;

/**
 * Returns a new random code. It is too long to guess, so codes need no attempt
 * limit.
 */
export const newCode = () =>
  toHex(crypto.getRandomValues(new Uint8Array(CODE_BYTES)).buffer);

/**
 * Returns whether the text is formatted like a code. Check this before hashing
 * it.
 */
export const isCode = (text: string) =>
  text.length === 2 * CODE_BYTES && /^[0-9a-f]+$/.test(text);

/** Returns eight random digits, which a person types. They need an attempt limit. */
export function newShortCode(): string {
  const bytes = crypto.getRandomValues(new Uint32Array(8));
  return Array.from(bytes, (n) => n % 10).join("");
}
