import { hexOf } from "../hexOf";

/**
 * Returns the SHA-256 of bytes in lower-case hex. Pages over plain http have no `crypto.subtle`, so
 * they load another implementation.
 */
export async function sha256Hex(
  data: Blob | Uint8Array<ArrayBuffer>,
): Promise<string> {
  const bytes = data instanceof Blob ? await data.arrayBuffer() : data;
  // `subtle` is undefined over plain http, although its type does not say so.
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  const digest = subtle
    ? new Uint8Array(await subtle.digest("SHA-256", bytes))
    : (await import("@noble/hashes/sha2.js")).sha256(new Uint8Array(bytes));
  return hexOf(digest);
}
