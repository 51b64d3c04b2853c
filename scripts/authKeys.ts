import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { writePrivateFile } from "./privateFile.ts";

/** The variables by which Convex Auth signs and publishes its tokens' keys. */
export interface AuthKeys {
  readonly JWT_PRIVATE_KEY: string;
  readonly JWKS: string;
}

/** Made at the first start, kept with the data: a new pair would sign everybody out. */
export async function loadAuthKeys(dataDir: string): Promise<AuthKeys> {
  const file = join(dataDir, "auth_keys.json");
  const existing = await readFile(file, "utf8").catch(ignoreMissing);
  // Only the lines below write this file.
  if (existing !== null) return JSON.parse(existing) as AuthKeys;
  const keys = await generateAuthKeys();
  await writePrivateFile(file, JSON.stringify(keys));
  return keys;
}

async function generateAuthKeys(): Promise<AuthKeys> {
  const pair = await generateKeyPair("RS256", { extractable: true });
  const privateKey = await exportPKCS8(pair.privateKey);
  const publicKey = await exportJWK(pair.publicKey);
  return {
    // Environment variables keep one line.
    JWT_PRIVATE_KEY: privateKey.trimEnd().replaceAll("\n", " "),
    JWKS: JSON.stringify({ keys: [{ use: "sig", ...publicKey }] }),
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
