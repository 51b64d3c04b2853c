import { appError } from "../errors";
import { toHex } from "../sha256";

/** OWASP's recommendation for PBKDF2 with SHA-512. */
const ITERATIONS = 210_000;
const SALT_BYTES = 16;
const SCHEME = "pbkdf2-sha512";

/** Used when there is no account, so that the answer takes equally long. */
export const NO_ACCOUNT_SALT = "00".repeat(SALT_BYTES);

export function newSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return toHex(bytes.buffer);
}

/**
 * Hashes a password into "scheme$iterations$salt$hash". Call it from an action:
 * crypto.subtle works off the event loop, and no transaction waits for it.
 * @throws RATE_LIMITED if the backend already has too many hashes waiting
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
  const bits = await crypto.subtle
    .deriveBits(
      {
        name: "PBKDF2",
        hash: "SHA-512",
        salt: encoder.encode(salt),
        iterations: ITERATIONS,
      },
      key,
      256,
    )
    .catch(() => {
      // With these arguments this fails only on a backend that limits pending
      // hashes.
      throw appError("RATE_LIMITED");
    });
  return [SCHEME, ITERATIONS, salt, toHex(bits)].join("$");
}

/** Returns the salt of a stored hash, or null if it has none. */
export const saltOf = (hash: string): string | null =>
  hash.split("$").at(2) ?? null;

/**
 * Makes Convex Auth store and compare secrets as they are: we hash them
 * beforehand with the account's own salt. A sign-up always uses a new salt, so
 * its secret never equals a stored one and cannot be used to test passwords.
 */
export const passwordCrypto = {
  hashSecret: async (hashed: string) => hashed,
  verifySecret: async (hashed: string, stored: string) =>
    isSame(hashed, stored),
};

/** Constant-time comparison. */
function isSame(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at++) {
    difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  }
  return difference === 0;
}
