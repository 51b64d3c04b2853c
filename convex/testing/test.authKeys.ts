import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { vi } from "vitest";
import "./test.quickHashes";

let keys: ReturnType<typeof makeKeys> | undefined;

/**
 * Sets the signing keys of Convex Auth, as on a deployment. They last until
 * vi.unstubAllEnvs().
 */
export async function setAuthKeys(): Promise<void> {
  const { privateKey, jwks } = await (keys ??= makeKeys());
  vi.stubEnv("JWT_PRIVATE_KEY", privateKey);
  vi.stubEnv("JWKS", jwks);
  vi.stubEnv("CONVEX_SITE_URL", "http://127.0.0.1:3211");
  vi.stubEnv("SITE_URL", "http://localhost:5173");
  vi.stubEnv("AUTH_LOG_LEVEL", "ERROR");
}

/** Called once per test file, because generating keys is slow. */
async function makeKeys(): Promise<{ privateKey: string; jwks: string }> {
  const pair = await generateKeyPair("RS256", { extractable: true });
  const jwk = await exportJWK(pair.publicKey);
  const pem = await exportPKCS8(pair.privateKey);
  return {
    privateKey: pem.trimEnd().replaceAll("\n", " "),
    jwks: JSON.stringify({ keys: [{ use: "sig", ...jwk }] }),
  };
}
