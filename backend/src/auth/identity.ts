import type { JWTPayload } from "jose";
import type { UserIdentity } from "../functions/contract.ts";
import type { ConvexJsonObject } from "../values/convexJson.ts";

/** Claims of OpenID Connect that apps see under another name. */
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

/** They tell of the token, not of the user, and differ from token to token. */
const tokenClaims = new Set(["aud", "exp", "iat", "nbf", "jti", "nonce"]);

/** What `ctx.auth.getUserIdentity()` returns for a verified token. */
export function identityOfClaims(claims: JWTPayload): UserIdentity {
  const { iss, sub } = claims;
  if (typeof iss !== "string" || typeof sub !== "string") {
    throw new Error("The token must name its issuer and its subject.");
  }
  const attributes = Object.entries(claims)
    .filter(([claim]) => !tokenClaims.has(claim))
    .map(([claim, value]) => [attributeByClaim.get(claim) ?? claim, value]);
  return {
    // A payload is parsed JSON.
    ...(Object.fromEntries(attributes) as ConvexJsonObject),
    tokenIdentifier: `${iss}|${sub}`,
    subject: sub,
    issuer: iss,
  };
}

/** The identity an administrator acts as; only its keys are given. */
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
