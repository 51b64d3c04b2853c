import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { makePrivate, writePrivateFile } from "gully-backend/private-files";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { StartError } from "./startError.ts";

/** Variables with Convex Auth's signing key and its published public key. */
export interface AuthKeys {
  readonly JWT_PRIVATE_KEY: string;
  readonly JWKS: string;
}

/**
 * Returns the key pair, generating it on the first start. It is stored with the
 * data because a new pair would sign everyone out.
 * @throws StartError if the file does not hold a complete pair
 */
export async function loadAuthKeys(dataDir: string): Promise<AuthKeys> {
  const file = join(dataDir, "auth_keys.json");
  makePrivate(file);
  const existing = await readFile(file, "utf8").catch(ignoreMissing);
  if (existing !== null) return parseKeys(existing, file);
  const keys = await generateAuthKeys();
  await writePrivateFile(file, JSON.stringify(keys));
  return keys;
}

function parseKeys(text: string, file: string): AuthKeys {
  const { JWT_PRIVATE_KEY, JWKS } = parseRecord(text);
  const isWhole =
    typeof JWT_PRIVATE_KEY === "string" &&
    /^-----BEGIN PRIVATE KEY-----.+-----END PRIVATE KEY-----$/.test(
      JWT_PRIVATE_KEY,
    ) &&
    typeof JWKS === "string" &&
    Array.isArray(parseRecord(JWKS).keys);
  if (isWhole) return { JWT_PRIVATE_KEY, JWKS };
  throw new StartError(
    `${file} does not hold a complete key pair. Put it back from a backup, or remove the file: the next start makes new keys, and everyone has to sign in again.`,
  );
}

/** Returns the fields of a JSON object, or none for any other text. */
function parseRecord(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

async function generateAuthKeys(): Promise<AuthKeys> {
  const pair = await generateKeyPair("RS256", { extractable: true });
  const privateKey = await exportPKCS8(pair.privateKey);
  const publicKey = await exportJWK(pair.publicKey);
  return {
    // An environment variable must be a single line.
    JWT_PRIVATE_KEY: privateKey.trimEnd().replaceAll("\n", " "),
    JWKS: JSON.stringify({ keys: [{ use: "sig", ...publicKey }] }),
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
