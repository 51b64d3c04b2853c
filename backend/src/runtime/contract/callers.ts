import { addressGroup } from "./addressGroup.ts";
import type { Caller, FunctionExecution } from "./runtime.ts";

/**
 * An anonymous caller with no known address. The engine makes its own calls as
 * this caller too (scheduled functions, crons) and marks them as trusted.
 */
export const ANYONE: Caller = {
  identity: null,
  isAdmin: false,
  ip: null,
  userAgent: null,
};

export const ADMIN: Caller = { ...ANYONE, isAdmin: true };

/**
 * Names the group that a caller takes turns in when there is more work than can
 * be done at once. Each signed-in session is a group; all other callers are
 * grouped by address.
 */
export function turnGroupOf({ identity, ip }: Caller): string {
  if (identity !== null) return `session ${identity.tokenIdentifier}`;
  return `address ${addressGroup(ip ?? "")}`;
}

/**
 * Names the account of a caller with a token of the app, or returns null. Convex
 * Auth appends "|" and the id of the session to the account's id.
 */
export function accountOf({
  identity,
  isAdmin,
}: Pick<Caller, "identity" | "isAdmin">): string | null {
  if (identity === null || isAdmin) return null;
  const [id = ""] = identity.subject.split("|");
  return `${identity.issuer} ${id}`;
}

export function identityType(
  caller: Caller,
): FunctionExecution["identityType"] {
  if (caller.isAdmin) return "admin";
  return caller.identity === null ? "none" : "user";
}
