import type { ComponentPath, Database } from "../../database/contract.ts";
import { randomBytes } from "node:crypto";
import type { UploadTokenCheck } from "../contract/runtime.ts";
import { isSigned, sign } from "./signature.ts";

const SECRET_KEY = "functions/uploadSecret";
const LIFETIME_MS = 3600_000;

type TokenContent = Omit<Extract<UploadTokenCheck, { ok: true }>, "ok">;

/** Returns the secret that signs upload URLs; creates it on first use. */
export function loadUploadSecret(database: Database): string {
  const known = database.settings.get(SECRET_KEY);
  if (known !== null) return known;
  const made = randomBytes(32).toString("base64url");
  database.settings.set(SECRET_KEY, made);
  return made;
}

/** Creates a token that allows one upload to a component within an hour of `now` (ms). */
export function createUploadToken(
  secret: string,
  component: ComponentPath,
  now: number,
): string {
  const content: TokenContent = {
    component,
    nonce: randomBytes(16).toString("base64url"),
    expiresAt: now + LIFETIME_MS,
  };
  const body = Buffer.from(JSON.stringify(content)).toString("base64url");
  return `${body}.${sign(secret, body)}`;
}

/** Checks signature and expiry, but not whether the token was used: see `claimOnce`. */
export function checkUploadToken(
  secret: string,
  token: string,
  now: number,
): UploadTokenCheck {
  const [body = "", signature = ""] = token.split(".");
  if (!isSigned(secret, body, signature)) {
    return { ok: false, error: "The upload URL is not valid." };
  }
  // The signature proves that `createUploadToken` wrote the body.
  const content = JSON.parse(
    Buffer.from(body, "base64url").toString(),
  ) as TokenContent;
  if (content.expiresAt < now) {
    return {
      ok: false,
      error: "The upload URL has expired. Call generateUploadUrl again.",
    };
  }
  return { ok: true, ...content };
}
