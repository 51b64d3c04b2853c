/**
 * Returns this many random bytes in hexadecimal digits. Pages over plain http have no `randomUUID`.
 */
export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
