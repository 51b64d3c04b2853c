import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { vi } from "vitest";

/** The keys Convex Auth signs with, as a deployment has them; until vi.unstubAllEnvs(). */
export async function setAuthKeys(): Promise<void> {
  const keys = await generateKeyPair("RS256", { extractable: true });
  const jwk = await exportJWK(keys.publicKey);
  const pem = await exportPKCS8(keys.privateKey);
  vi.stubEnv("JWT_PRIVATE_KEY", pem.trimEnd().replaceAll("\n", " "));
  vi.stubEnv("JWKS", JSON.stringify({ keys: [{ use: "sig", ...jwk }] }));
  vi.stubEnv("CONVEX_SITE_URL", "http://127.0.0.1:3211");
  vi.stubEnv("SITE_URL", "http://localhost:5173");
  vi.stubEnv("AUTH_LOG_LEVEL", "ERROR");
}
