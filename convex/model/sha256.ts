import { sha256 as digest } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/**
 * Returns the SHA-256 hash in hex. Synchronous, so a transaction never waits
 * for a thread as it would with crypto.subtle.
 */
export const sha256 = (text: string): string =>
  bytesToHex(digest(new TextEncoder().encode(text)));

/** Returns the SHA-256 of bytes, in lower-case hex. */
export const sha256Of = (bytes: Uint8Array): string =>
  bytesToHex(digest(bytes));

export const toHex = (buffer: ArrayBuffer) =>
  bytesToHex(new Uint8Array(buffer));

/**
 * Returns the digest of a stored file in lower-case hex. Deployments name it in
 * hex or in base64.
 */
export function hexDigest(digest: string): string {
  if (/^[0-9a-f]{64}$/i.test(digest)) return digest.toLowerCase();
  return bytesToHex(
    Uint8Array.from(atob(digest), (letter) => letter.charCodeAt(0)),
  );
}
