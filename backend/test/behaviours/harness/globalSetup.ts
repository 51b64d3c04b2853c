/**
 * Deploys the app once for all behaviours, and provides the key that signs its
 * tokens.
 */
import { exportJWK, generateKeyPair } from "jose";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import "../../support/convexTest/deploymentAddress.ts";
import { startDeployment } from "../../support/convexTest/startDeployment.ts";
import { ISSUER } from "./deployment.ts";
import "./signingKey.ts";
import { WASM_FILES } from "./wasmModule.ts";

export default async function setup(project: TestProject) {
  const pair = await generateKeyPair("ES256", { extractable: true });
  const keys = JSON.stringify({ keys: [await exportJWK(pair.publicKey)] });
  const provider = {
    type: "customJwt",
    issuer: ISSUER,
    jwks: `data:application/json;base64,${Buffer.from(keys).toString("base64")}`,
    algorithm: "ES256",
  };
  const { stop, ...address } = await startDeployment({
    functionsDir: join(import.meta.dirname, "../app"),
    // No behaviour may depend on the server's time zone or language.
    env: { TZ: "Asia/Kolkata", LC_ALL: "de_DE.UTF-8" },
    files: {
      ...WASM_FILES,
      "auth.config.ts": `export default ${JSON.stringify({ providers: [provider] })}`,
    },
  });
  project.provide("deployment", address);
  project.provide("signingKey", { jwk: await exportJWK(pair.privateKey) });
  return stop;
}
