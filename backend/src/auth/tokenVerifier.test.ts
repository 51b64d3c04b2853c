import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWTPayload,
} from "jose";
import { describe, expect, test } from "vitest";
import type {
  AuthProvider,
  Deployment,
  HttpActionRequest,
} from "../functions/contract.ts";
import { TokenVerifier } from "./tokenVerifier.ts";

const siteUrl = "http://localhost:4321";
const adminKey = "embedded|0123456789abcdef";

interface Key {
  readonly privateKey: CryptoKey;
  readonly jwk: object;
}

async function makeKey(algorithm = "RS256"): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm);
  const jwk = { ...(await exportJWK(publicKey)), use: "sig" };
  return { privateKey, jwk };
}

/** An issuer at our own address, as Convex Auth is one. */
async function makeIssuer(providers?: AuthProvider[]) {
  const key = await makeKey();
  const issuer = { keys: [key.jwk], requests: [] as string[], now: Date.now() };
  const deployment = {
    authProviders: providers ?? [
      { type: "oidc", domain: `${siteUrl}/`, applicationID: "convex" },
    ],
    // The verifier reads nothing else of it.
  } as unknown as Deployment;
  const runtime = {
    deployment,
    runHttpAction: async ({ url }: HttpActionRequest) => {
      issuer.requests.push(url);
      const json = url.endsWith("openid-configuration")
        ? { issuer: siteUrl, jwks_uri: `${siteUrl}/.well-known/jwks.json` }
        : { keys: issuer.keys };
      const body = Buffer.from(JSON.stringify(json));
      return { status: 200, headers: [], body };
    },
  };
  const verifier = new TokenVerifier(runtime, {
    adminKey,
    siteUrl,
    now: () => issuer.now,
  });
  return { issuer, key, verifier };
}

function sign(
  { privateKey }: Key,
  claims: JWTPayload = {},
  alg = "RS256",
): Promise<string> {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return new SignJWT({
    iss: siteUrl,
    sub: "user|session",
    aud: "convex",
    iat: nowSeconds,
    exp: nowSeconds + 3600,
    ...claims,
  })
    .setProtectedHeader({ alg })
    .sign(privateKey);
}

describe("tokens", () => {
  test("a good token gives the identity under the names apps know", async () => {
    const { key, verifier } = await makeIssuer();
    const token = await sign(key, {
      email: "asha@example.org",
      email_verified: true,
      given_name: "Asha",
      role: "producer",
    });
    const { identity } = await verifier.verify(token);
    expect(identity).toEqual({
      tokenIdentifier: `${siteUrl}|user|session`,
      subject: "user|session",
      issuer: siteUrl,
      email: "asha@example.org",
      emailVerified: true,
      givenName: "Asha",
      role: "producer",
    });
  });

  test("two tokens of one user give the same identity", async () => {
    const { key, verifier } = await makeIssuer();
    const first = await verifier.verify(await sign(key, { jti: "1" }));
    const iat = Math.floor(Date.now() / 1000) - 60;
    const second = await verifier.verify(await sign(key, { jti: "2", iat }));
    expect(second.identity).toEqual(first.identity);
  });

  test("own keys are read in-process and only once", async () => {
    const { issuer, key, verifier } = await makeIssuer();
    const token = await sign(key);
    await Promise.all([verifier.verify(token), verifier.verify(token)]);
    await verifier.verify(token);
    expect(new Set(issuer.requests)).toEqual(
      new Set([
        `${siteUrl}/.well-known/openid-configuration`,
        `${siteUrl}/.well-known/jwks.json`,
      ]),
    );
    const before = issuer.requests.length;
    await verifier.verify(token);
    expect(issuer.requests.length).toBe(before);
  });

  test("new keys of the issuer are noticed, but not asked for all the time", async () => {
    const { issuer, key, verifier } = await makeIssuer();
    await verifier.verify(await sign(key));
    const next = await makeKey();
    issuer.keys = [next.jwk];
    const token = await sign(next);
    await expect(verifier.verify(token)).rejects.toThrow();
    issuer.now += 2_000;
    await expect(verifier.verify(token)).resolves.toBeDefined();
  });

  test("while keys are being changed, tokens of both are good", async () => {
    const { issuer, key, verifier } = await makeIssuer();
    const next = await makeKey();
    issuer.keys = [next.jwk, key.jwk];
    await verifier.verify(await sign(key));
    await verifier.verify(await sign(next));
  });

  test.each<[string, JWTPayload]>([
    ["another audience", { aud: "other" }],
    ["another issuer", { iss: "https://evil.example" }],
    ["no subject", { sub: undefined }],
    ["an end in the past", { exp: 1_000_000 }],
    ["no end", { exp: undefined }],
    ["a beginning in the future", { nbf: 9_999_999_999 }],
  ])("%s is refused", async (_, claims) => {
    const { key, verifier } = await makeIssuer();
    await expect(verifier.verify(await sign(key, claims))).rejects.toThrow();
  });

  test("a token signed by somebody else is refused", async () => {
    const { verifier } = await makeIssuer();
    const token = await sign(await makeKey());
    await expect(verifier.verify(token)).rejects.toThrow();
  });

  test("unsigned and malformed tokens are refused", async () => {
    const { key, verifier } = await makeIssuer();
    const [, payload] = (await sign(key)).split(".");
    const header = Buffer.from('{"alg":"none"}').toString("base64url");
    await expect(verifier.verify(`${header}.${payload}.`)).rejects.toThrow();
    await expect(verifier.verify("nonsense")).rejects.toThrow(
      "not a JSON Web Token",
    );
  });

  test("a custom provider names its keys and its algorithm", async () => {
    const key = await makeKey("ES256");
    const keys = Buffer.from(JSON.stringify({ keys: [key.jwk] }));
    const { verifier } = await makeIssuer([
      {
        type: "customJwt",
        applicationID: null,
        issuer: "https://own.example",
        jwks: `data:application/json;base64,${keys.toString("base64")}`,
        algorithm: "ES256",
      },
    ]);
    const token = await sign(key, { iss: "https://own.example" }, "ES256");
    await expect(verifier.verify(token)).resolves.toMatchObject({
      identity: { issuer: "https://own.example" },
    });
  });
});

describe("admin key", () => {
  test("opens with and without an identity to act as", async () => {
    const { verifier } = await makeIssuer();
    expect(verifier.verifyAdminHeader(adminKey)).toEqual({
      isAdmin: true,
      identity: null,
    });
    const identity = { subject: "u", issuer: "https://i.example" };
    const encoded = Buffer.from(JSON.stringify(identity)).toString("base64");
    expect(verifier.verifyAdminHeader(`${adminKey}:${encoded}`)).toEqual({
      isAdmin: true,
      identity: { ...identity, tokenIdentifier: "https://i.example|u" },
    });
  });

  test.each(["", "embedded|", `${adminKey}x`, adminKey.slice(0, -1)])(
    "%j opens nothing",
    async (key) => {
      const { verifier } = await makeIssuer();
      expect(() => verifier.verifyAdminHeader(key)).toThrow("admin key");
    },
  );
});
