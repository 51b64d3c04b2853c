import type { Id } from "../../_generated/dataModel";
import { DAY_MS } from "../../shared/limits";
import type { WriteCtx } from "../contexts";
import { findAccountOf } from "./authAccounts";
import { noteSignIn } from "./securityMails";
import { passwordCrypto } from "./passwords";
import { dropSession } from "./sessions";

/** As long as the sessions that Convex Auth opens. */
const SESSION_MS = 30 * DAY_MS;

/** A person, the hash of the password they proved, and their browser's own secret. */
export interface Proof {
  userId: Id<"users">;
  secret: string;
  device: string;
}

/**
 * Opens a session for a person who has proved their password, and records their
 * browser. Ends the session that it replaces in this browser. Returns null if
 * the password is no longer theirs:
 * 1. A sign-in proves the old password.
 * 2. The password changes, and all sessions end.
 * 3. The sign-in must not open a session that nothing would end.
 * If the password changes later, this session ends with the others.
 */
export async function openSession(
  ctx: WriteCtx,
  { userId, secret, device }: Proof,
  replacedId: Id<"authSessions"> | null,
): Promise<Id<"authSessions"> | null> {
  const account = await findAccountOf(ctx, userId);
  const current = account?.secret ?? "";
  if (!(await passwordCrypto.verifySecret(secret, current))) return null;
  await noteSignIn(ctx, { userId, device });
  if (replacedId !== null) await dropSession(ctx, replacedId);
  const expirationTime = Date.now() + SESSION_MS;
  return ctx.db.insert("authSessions", { userId, expirationTime });
}
