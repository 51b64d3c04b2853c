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
import {
  identityOfClaims,
  impersonatedIdentity,
  withNestedClaims,
} from "./identity.ts";
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
  readonly keys: KeySet;
  /** When the keys were last asked for, whether or not an answer came. */
  askedAt: number;
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
  readonly #fetches = new Map<string, Promise<KeySet>>();

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
      identity: identityOfClaims(
        provider.type === "customJwt" ? withNestedClaims(payload) : payload,
      ),
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
        return await verifyWithKeys(token, cached.keys, options);
      } catch (error) {
        const isFetching = this.#fetches.has(cacheKey(provider));
        const isRecent = this.#now() - cached.askedAt < minRefetchMs;
        const mayFetch = isFetching || !isRecent;
        if (!mayFetch || !mayBeKeyChange(error)) throw error;
      }
    }
    return verifyWithKeys(token, await this.#readKeys(provider), options);
  }

  /**
   * Fetches and caches keys. Concurrent verifications share one fetch. Until it
   * succeeds the old keys stay, because any forged token can cause a fetch.
   */
  #readKeys(provider: AuthProvider): Promise<KeySet> {
    const key = cacheKey(provider);
    const pending = this.#fetches.get(key);
    if (pending !== undefined) return pending;
    const fetched = this.#fetchKeys(key, provider).finally(() =>
      this.#fetches.delete(key),
    );
    this.#fetches.set(key, fetched);
    return fetched;
  }

  async #fetchKeys(key: string, provider: AuthProvider): Promise<KeySet> {
    const askedAt = this.#now();
    const old = this.#cache.get(key);
    if (old !== undefined) old.askedAt = askedAt;
    const keys = createLocalJWKSet(
      provider.type === "oidc"
        ? await this.#source.discoverKeys(issuerOf(provider))
        : await this.#source.readKeys(provider.jwks),
    );
    this.#cache.set(key, { keys, askedAt });
    return keys;
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
