import type { JWTPayload } from "jose";
import type { UserIdentity } from "../runtime/contract/runtime.ts";
import type { ConvexJsonObject } from "../values/convexJson.ts";

/** OpenID Connect claims that apps see under another name. */
const attributeByClaim: ReadonlyMap<string, string> = new Map([
  ["sub", "subject"],
  ["iss", "issuer"],
  ["given_name", "givenName"],
  ["family_name", "familyName"],
  ["preferred_username", "preferredUsername"],
  ["profile", "profileUrl"],
  ["picture", "pictureUrl"],
  ["email_verified", "emailVerified"],
  ["birthdate", "birthday"],
  ["zoneinfo", "timezone"],
  ["locale", "language"],
  ["phone_number", "phoneNumber"],
  ["phone_number_verified", "phoneNumberVerified"],
  ["updated_at", "updatedAt"],
]);

/** These describe the token, not the user, and differ from token to token. */
const tokenClaims = new Set(["aud", "exp", "iat", "nbf", "jti", "nonce"]);

/**
 * Builds what `ctx.auth.getUserIdentity()` returns for a verified token.
 * @throws Error if the token has no issuer or subject
 */
export function identityOfClaims(claims: JWTPayload): UserIdentity {
  const { iss, sub } = claims;
  if (typeof iss !== "string" || typeof sub !== "string") {
    throw new Error("The token must name its issuer and its subject.");
  }
  const attributes = Object.entries(claims)
    .filter(([claim]) => !tokenClaims.has(claim))
    .map(([claim, value]) => [attributeByClaim.get(claim) ?? claim, value]);
  return {
    // A JWT payload is always parsed JSON.
    ...(Object.fromEntries(attributes) as ConvexJsonObject),
    tokenIdentifier: `${iss}|${sub}`,
    subject: sub,
    issuer: iss,
  };
}

/**
 * Adds the fields of nested claims under their whole path, such as
 * `properties.id`. Convex does so for custom JWT providers.
 */
export function withNestedClaims(claims: JWTPayload): JWTPayload {
  return { ...Object.fromEntries(nestedFields(claims, "")), ...claims };
}

function nestedFields(claims: object, prefix: string): [string, unknown][] {
  return Object.entries(claims).flatMap(([name, value]: [string, unknown]) => {
    const path = prefix + name;
    const own: [string, unknown][] = prefix === "" ? [] : [[path, value]];
    const isNested =
      typeof value === "object" && value !== null && !Array.isArray(value);
    return isNested ? [...own, ...nestedFields(value, `${path}.`)] : own;
  });
}

/**
 * Builds the identity that an administrator acts as. Other attributes are
 * passed through.
 * @throws Error if `given` has no subject or issuer
 */
export function impersonatedIdentity(given: ConvexJsonObject): UserIdentity {
  const { subject, issuer, tokenIdentifier } = given;
  if (typeof subject !== "string" || typeof issuer !== "string") {
    throw new Error("An impersonated identity needs a subject and an issuer.");
  }
  return {
    ...given,
    subject,
    issuer,
    tokenIdentifier:
      typeof tokenIdentifier === "string"
        ? tokenIdentifier
        : `${issuer}|${subject}`,
  };
}
