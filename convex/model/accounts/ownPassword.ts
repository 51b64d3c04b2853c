import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { WriteCtx } from "../contexts";
import { appError, refuse } from "../errors";
import { enforceLimit } from "../rateLimits/rateLimits";
import { findAccountOf } from "./authAccounts";
import { checkNewPassword } from "./checkNewPassword";
import { mailNotice } from "./securityMails";
import {
  hashPassword,
  newSalt,
  NO_ACCOUNT_SALT,
  passwordCrypto,
  saltOf,
} from "./passwords";
import { requirePlausible } from "./requirePassword";
import { setPassword } from "./setPassword";
import type { SignedIn } from "./viewers";

/** The data needed to check the password of a signed-in person. */
export interface Owner {
  email: string;
  username: string;
  salt: string | null;
}

/**
 * Counts an attempt to enter the viewer's password. Commits before the password
 * is checked, so that wrong ones count too.
 * @throws RATE_LIMITED
 */
export async function admitPassword(
  ctx: WriteCtx,
  viewer: SignedIn,
): Promise<Owner> {
  await enforceLimit(ctx, "password", viewer.userId);
  const account = await findAccountOf(ctx, viewer.userId);
  return {
    email: viewer.email,
    username: viewer.profile?.username ?? "",
    salt: account?.secret ? saltOf(account.secret) : null,
  };
}

/**
 * Throws unless `secret` is the hash of the viewer's password.
 * @throws PASSWORD_WRONG
 */
export async function requireOwnPassword(
  ctx: WriteCtx,
  viewer: SignedIn,
  secret: string,
): Promise<void> {
  const account = await findAccountOf(ctx, viewer.userId);
  const isRight =
    account?.secret !== undefined &&
    (await passwordCrypto.verifySecret(secret, account.secret));
  if (!isRight) throw appError("PASSWORD_WRONG");
}

/**
 * Hashes the password that a signed-in person named. Call it from an action,
 * and pass the hash to a mutation that calls `requireOwnPassword`.
 * @throws PASSWORD_REQUIRED, PASSWORD_WRONG, RATE_LIMITED, NOT_SIGNED_IN
 */
export async function hashOwnPassword(
  ctx: ActionCtx,
  password: string,
): Promise<{ secret: string; owner: Owner }> {
  requirePlausible(password);
  const owner: Owner = await ctx.runMutation(
    internal.account.admitPassword,
    {},
  );
  const salt = owner.salt ?? NO_ACCOUNT_SALT;
  return { secret: await hashPassword(password, salt), owner };
}

interface PasswordChange {
  password: string;
  newPassword: string;
  device?: string;
}

/** Runs `account.changePassword`. */
export async function changePassword(
  ctx: ActionCtx,
  { password, newPassword, device = "" }: PasswordChange,
): Promise<void> {
  const { secret, owner } = await hashOwnPassword(ctx, password);
  refuse(checkNewPassword(newPassword, owner));
  const newSecret = await hashPassword(newPassword, newSalt());
  const secrets = { secret, newSecret, device };
  await ctx.runMutation(internal.account.replacePassword, secrets);
}

/**
 * Replaces the viewer's password, ends all their other sessions and tells them
 * by mail.
 * @throws PASSWORD_WRONG
 */
export async function replacePassword(
  ctx: WriteCtx,
  viewer: SignedIn,
  { secret, newSecret, device }: Replacement,
): Promise<void> {
  const { userId, sessionId } = viewer;
  await requireOwnPassword(ctx, viewer, secret);
  const account = await findAccountOf(ctx, userId);
  if (account === null) throw appError("PASSWORD_WRONG");
  await setPassword(ctx, account, { secret: newSecret, device }, sessionId);
  await mailNotice(ctx, userId, "passwordChanged");
}

/** Hashes of both passwords, and the browser's own secret. */
interface Replacement {
  secret: string;
  newSecret: string;
  device: string;
}
