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
} from "../runtime/contract/runtime.ts";
import { TokenVerifier } from "./tokenVerifier.ts";

const siteUrl = "http://localhost:4321";
const adminKey = `embedded|${"0123456789abcdef".repeat(4)}`;

interface Key {
  readonly privateKey: CryptoKey;
  readonly jwk: object;
}

async function makeKey(algorithm = "RS256"): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm);
  const jwk = { ...(await exportJWK(publicKey)), use: "sig" };
  return { privateKey, jwk };
}

/** Makes an issuer at our own address, like Convex Auth. */
async function makeIssuer(providers?: AuthProvider[]) {
  const key = await makeKey();
  const issuer = {
    keys: [key.jwk],
    requests: [] as string[],
    now: Date.now(),
    /** Answers wait for this promise. */
    gate: Promise.resolve(),
  };
  const deployment = {
    authProviders: providers ?? [
      { type: "oidc", domain: `${siteUrl}/`, applicationID: "convex" },
    ],
    // The verifier reads nothing else.
  } as unknown as Deployment;
  const runtime = {
    deployment,
    runHttpAction: async ({ url }: HttpActionRequest) => {
      issuer.requests.push(url);
      await issuer.gate;
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
  test("maps the claims of a valid token to the names apps use", async () => {
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

  test("gives the same identity for two tokens of one user", async () => {
    const { key, verifier } = await makeIssuer();
    const first = await verifier.verify(await sign(key, { jti: "1" }));
    const iat = Math.floor(Date.now() / 1000) - 60;
    const second = await verifier.verify(await sign(key, { jti: "2", iat }));
    expect(second.identity).toEqual(first.identity);
  });

  test("reads its own keys in-process and caches them", async () => {
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

  test("notices new keys of the issuer, but limits how often it fetches them", async () => {
    const { issuer, key, verifier } = await makeIssuer();
    await verifier.verify(await sign(key));
    const next = await makeKey();
    issuer.keys = [next.jwk];
    const token = await sign(next);
    await expect(verifier.verify(token)).rejects.toThrow();
    issuer.now += 2_000;
    await expect(verifier.verify(token)).resolves.toBeDefined();
  });

  test("accepts valid tokens while a forged one makes it fetch keys, and after that fails", async () => {
    const { issuer, key, verifier } = await makeIssuer();
    const token = await sign(key);
    await verifier.verify(token);
    issuer.now += 2_000;
    const gate = Promise.withResolvers<void>();
    issuer.gate = gate.promise;
    const asked = issuer.requests.length;
    const forged = await sign(await makeKey());
    const refused = [verifier.verify(forged), verifier.verify(forged)];
    await expect.poll(() => issuer.requests.length).toBeGreaterThan(asked);
    await expect(verifier.verify(token)).resolves.toBeDefined();
    gate.reject(new Error("offline"));
    for (const outcome of await Promise.allSettled(refused))
      expect(outcome.status).toBe("rejected");
    expect(issuer.requests.length).toBe(asked + 1);
    await expect(verifier.verify(token)).resolves.toBeDefined();
    await expect(verifier.verify(forged)).rejects.toThrow();
    expect(issuer.requests.length).toBe(asked + 1);
  });

  test("accepts tokens of both keys during a key rotation", async () => {
    const { issuer, key, verifier } = await makeIssuer();
    const next = await makeKey();
    issuer.keys = [next.jwk, key.jwk];
    await verifier.verify(await sign(key));
    await verifier.verify(await sign(next));
  });

  test.each<[string, JWTPayload]>([
    ["the wrong audience", { aud: "other" }],
    ["an unknown issuer", { iss: "https://evil.example" }],
    ["no subject", { sub: undefined }],
    ["an expiry in the past", { exp: 1_000_000 }],
    ["no expiry", { exp: undefined }],
    ["a start in the future", { nbf: 9_999_999_999 }],
  ])("rejects a token with %s", async (_, claims) => {
    const { key, verifier } = await makeIssuer();
    await expect(verifier.verify(await sign(key, claims))).rejects.toThrow();
  });

  test("rejects a token signed with another key", async () => {
    const { verifier } = await makeIssuer();
    const token = await sign(await makeKey());
    await expect(verifier.verify(token)).rejects.toThrow();
  });

  test("rejects unsigned and malformed tokens", async () => {
    const { key, verifier } = await makeIssuer();
    const [, payload] = (await sign(key)).split(".");
    const header = Buffer.from('{"alg":"none"}').toString("base64url");
    await expect(verifier.verify(`${header}.${payload}.`)).rejects.toThrow();
    await expect(verifier.verify("nonsense")).rejects.toThrow(
      "not a JSON Web Token",
    );
  });

  test("uses the keys and the algorithm of a custom provider", async () => {
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
    const claims = {
      iss: "https://own.example",
      properties: { id: "1", crew: { name: "Gully" }, roles: ["admin"] },
      "properties.id": "2",
    };
    const token = await sign(key, claims, "ES256");
    const { identity } = await verifier.verify(token);
    expect(identity).toMatchObject({ issuer: "https://own.example" });
    expect(Object.entries(identity)).toEqual(
      expect.arrayContaining([
        ["properties", claims.properties],
        ["properties.crew.name", "Gully"],
        ["properties.roles", ["admin"]],
        // Claims at the top level of the token come first.
        ["properties.id", "2"],
      ]),
    );
  });
});

describe("admin key", () => {
  test("is accepted with or without an identity to act as", async () => {
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
    "rejects the key %j",
    async (key) => {
      const { verifier } = await makeIssuer();
      expect(() => verifier.verifyAdminHeader(key)).toThrow("admin key");
      expect(() => verifier.verifyAdmin(key, null)).toThrow("admin key");
      expect(verifier.isAdminKey(key)).toBe(false);
    },
  );

  test.each(["", "embedded|", adminKey.slice(0, -1)])(
    "does not start with the incomplete key %j",
    (key) => {
      const runtime = {
        deployment: null,
        runHttpAction: () => Promise.reject(new Error("not asked")),
      };
      const options = { adminKey: key, siteUrl };
      expect(() => new TokenVerifier(runtime, options)).toThrow("whole");
    },
  );
});
