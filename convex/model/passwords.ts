import { toHex } from "./sha256";

/** OWASP's number for PBKDF2 with SHA-512. */
const ITERATIONS = 210_000;
const SALT_BYTES = 16;
const SCHEME = "pbkdf2-sha512";

/** An account that does not exist is hashed for as long as one that does. */
export const NO_ACCOUNT_SALT = "00".repeat(SALT_BYTES);

export function newSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return toHex(bytes.buffer);
}

/**
 * Runs in actions, through crypto.subtle: neither the event loop nor a
 * transaction waits for it.
 */
export async function hashPassword(
  password: string,
  salt: string,
): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey(
    "raw",
    encoder.encode(password.normalize("NFKC")),
    "PBKDF2",
    false,
    ["deriveBits"],
  );
  const bits = await crypto.subtle.deriveBits(
    {
      name: "PBKDF2",
      hash: "SHA-512",
      salt: encoder.encode(salt),
      iterations: ITERATIONS,
    },
    key,
    256,
  );
  return [SCHEME, ITERATIONS, salt, toHex(bits)].join("$");
}

export const saltOf = (hash: string): string | null =>
  hash.split("$").at(2) ?? null;

/**
 * Secrets reach Convex Auth already hashed with the account's own salt, so it
 * stores them as they are and only compares. A sign-up brings a new salt and so
 * never equals a stored secret: it cannot be used to try out passwords.
 */
export const passwordCrypto = {
  hashSecret: async (hashed: string) => hashed,
  verifySecret: async (hashed: string, stored: string) =>
    isSame(hashed, stored),
};

/** In a time that tells nothing about where they differ. */
function isSame(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at++) {
    difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  }
  return difference === 0;
}
