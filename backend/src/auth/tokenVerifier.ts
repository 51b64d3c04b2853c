/**
 * Turns a client's JWT or admin key into a verified caller, and caches the
 * issuers' public keys. It decides who the caller is, not what they may do.
 */
import {
  createLocalJWKSet,
  decodeJwt,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyOptions,
} from "jose";
import type {
  AuthProvider,
  FunctionRuntime,
  UserIdentity,
} from "../runtime/contract/runtime.ts";
import type { ConvexJsonObject } from "../values/convexJson.ts";
import { isAdminKeyForm, isSameSecret } from "./adminKey.ts";
import { identityOfClaims, impersonatedIdentity } from "./identity.ts";
import { KeySource, withoutTrailingSlash } from "./keySource.ts";

/** The user of a verified JWT. */
export interface VerifiedToken {
  readonly identity: UserIdentity;
  /** Milliseconds since the epoch, including the leeway. */
  readonly expiresAt: number;
}

/** The admin, and the user they act as, if any. */
export interface VerifiedAdmin {
  readonly isAdmin: true;
  readonly identity: UserIdentity | null;
}

type VerifierRuntime = Pick<FunctionRuntime, "deployment" | "runHttpAction">;
type KeySet = ReturnType<typeof createLocalJWKSet>;

interface CachedKeys {
  readonly keys: Promise<KeySet>;
  readonly readAt: number;
}

const leewaySeconds = 5;
/** Limits how often bad tokens can make the server fetch keys. */
const minRefetchMs = 1_000;
const oidcAlgorithms = ["RS256", "ES256"];

export class TokenVerifier {
  readonly #runtime: VerifierRuntime;
  readonly #adminKey: string;
  readonly #source: KeySource;
  readonly #now: () => number;
  readonly #cache = new Map<string, CachedKeys>();

  constructor(
    runtime: VerifierRuntime,
    options: { adminKey: string; siteUrl: string; now?: () => number },
  ) {
    if (!isAdminKeyForm(options.adminKey)) {
      throw new Error("A server needs a whole (64-digit) admin key.");
    }
    this.#runtime = runtime;
    this.#adminKey = options.adminKey;
    this.#source = new KeySource(runtime, options.siteUrl);
    this.#now = options.now ?? Date.now;
  }

  isAdminKey(given: string): boolean {
    return isAdminKeyForm(given) && isSameSecret(given, this.#adminKey);
  }

  verifyAdmin(
    given: string,
    impersonating: ConvexJsonObject | null,
  ): VerifiedAdmin {
    if (!this.isAdminKey(given)) {
      throw new Error("The admin key is not the key of this deployment.");
    }
    const identity =
      impersonating === null ? null : impersonatedIdentity(impersonating);
    return { isAdmin: true, identity };
  }

  /**
   * Accepts `key` or `key:<base64 of a JSON identity>`, as in the header
   * `Convex ...`.
   */
  verifyAdminHeader(value: string): VerifiedAdmin {
    const key = value.slice(0, this.#adminKey.length);
    const rest = value.slice(this.#adminKey.length);
    if (rest !== "" && !rest.startsWith(":")) {
      return this.verifyAdmin(value, null);
    }
    return this.verifyAdmin(key, rest === "" ? null : parseIdentity(rest));
  }

  /**
   * Verifies signature, issuer, audience and expiry of a JWT.
   * @throws Error with the reason if the token is rejected
   */
  async verify(token: string): Promise<VerifiedToken> {
    const provider = this.#providerOf(decodeClaims(token));
    const payload = await this.#verifyWith(token, provider);
    const { exp } = payload;
    if (exp === undefined) throw new Error("The token never expires.");
    return {
      identity: identityOfClaims(payload),
      expiresAt: (exp + leewaySeconds) * 1000,
    };
  }

  #providerOf({ iss, aud }: JWTPayload): AuthProvider {
    const audiences = typeof aud === "string" ? [aud] : (aud ?? []);
    const providers = this.#runtime.deployment?.authProviders ?? [];
    const match = providers.find(
      (provider) =>
        iss !== undefined &&
        withoutTrailingSlash(iss) ===
          withoutTrailingSlash(issuerOf(provider)) &&
        (provider.applicationID === null ||
          audiences.includes(provider.applicationID)),
    );
    if (match === undefined) {
      throw new Error(
        "No auth provider matches the token: check issuer and audience against auth.config.ts.",
      );
    }
    return match;
  }

  /**
   * Uses the cached keys first. If they do not fit, fetches the keys again,
   * since the issuer may have rotated them.
   */
  async #verifyWith(
    token: string,
    provider: AuthProvider,
  ): Promise<JWTPayload> {
    const options: JWTVerifyOptions = {
      algorithms:
        provider.type === "oidc" ? oidcAlgorithms : [provider.algorithm],
      clockTolerance: leewaySeconds,
      requiredClaims: ["iss", "sub", "iat", "exp"],
      currentDate: new Date(this.#now()),
    };
    const cached = this.#cache.get(cacheKey(provider));
    if (cached !== undefined) {
      try {
        return await verifyWithKeys(token, await cached.keys, options);
      } catch (error) {
        const isRecent = this.#now() - cached.readAt < minRefetchMs;
        if (isRecent || !mayBeKeyChange(error)) throw error;
      }
    }
    return verifyWithKeys(token, await this.#readKeys(provider), options);
  }

  /**
   * Fetches and caches keys. Concurrent verifications share one fetch; a failed
   * one is not cached.
   */
  async #readKeys(provider: AuthProvider): Promise<KeySet> {
    const key = cacheKey(provider);
    const keys = (
      provider.type === "oidc"
        ? this.#source.discoverKeys(issuerOf(provider))
        : this.#source.readKeys(provider.jwks)
    ).then(createLocalJWKSet);
    const entry = { keys, readAt: this.#now() };
    this.#cache.set(key, entry);
    try {
      return await keys;
    } catch (error) {
      if (this.#cache.get(key) === entry) this.#cache.delete(key);
      throw error;
    }
  }
}

function issuerOf(provider: AuthProvider): string {
  if (provider.type === "customJwt") return provider.issuer;
  return /^https?:\/\//.test(provider.domain)
    ? provider.domain
    : `https://${provider.domain}`;
}

function cacheKey(provider: AuthProvider): string {
  return provider.type === "oidc" ? issuerOf(provider) : provider.jwks;
}

function decodeClaims(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw new Error("The token is not a JSON Web Token.");
  }
}

function parseIdentity(rest: string): ConvexJsonObject {
  try {
    // impersonatedIdentity rejects missing fields.
    return JSON.parse(
      Buffer.from(rest.slice(1), "base64").toString(),
    ) as ConvexJsonObject;
  } catch {
    throw new Error("The impersonated identity is not base64 of JSON.");
  }
}

function mayBeKeyChange(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWSSignatureVerificationFailed
  );
}

/** Verifies with every key that fits if the token has no key id. */
async function verifyWithKeys(
  token: string,
  keys: KeySet,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (inner) {
        if (!(inner instanceof errors.JWSSignatureVerificationFailed))
          throw inner;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}
