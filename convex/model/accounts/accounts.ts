import type { Doc, Id } from "../../_generated/dataModel";
import { appError } from "../errors";
import {
  isEmailOfAnyAge,
  mailboxOf,
  normalizeEmail,
  typedEmail,
} from "../../shared/email";
import type { WriteCtx } from "../contexts";
import { findAccount, findAccountOf } from "./authAccounts";
import { confirmUser } from "./confirmUser";
import { findDevice } from "./knownDevices";
import { findCode, mailCode } from "./mailedCodes";
import { bookReset } from "./mailTurns";
import { saltOf } from "./passwords";
import { setPassword } from "./setPassword";
import { findProfile, isUsernameFree } from "../profiles/profiles";
import {
  enforceSignInLimit,
  enforceStrangerLimit,
  enforceLimit,
} from "../rateLimits/rateLimits";
import type { SignedIn } from "./viewers";

/**
 * Counts an attempt to sign in. Returns the address as the account stores it,
 * and the salt to hash the password with, or null if there is no such account.
 * Commits before the password is checked, so failed attempts count too.
 * `needsCode` is true if the password alone is not enough and a mailed code
 * must come with it: strangers are guessing passwords, and the account does not
 * know this browser.
 */
export async function admitSignIn(
  ctx: WriteCtx,
  { email, device }: { email: string; device: string },
): Promise<{ stored: string; salt: string | null; needsCode: boolean }> {
  const account = await findAccount(ctx, email);
  const known = account && (await findDevice(ctx, account.userId, device));
  const address = normalizeEmail(email);
  const isOpen = await enforceSignInLimit(ctx, address, known?._id ?? null);
  const stored = account?.providerAccountId ?? email;
  const salt = account?.secret ? saltOf(account.secret) : null;
  return { stored, salt, needsCode: !isOpen };
}

/**
 * Counts an attempt of a signed-in person to prove their password, and returns
 * how they sign in.
 */
export async function admitOwner(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<{ email: string; salt: string | null }> {
  await enforceLimit(ctx, "leave", userId);
  const account = await findAccountOf(ctx, userId);
  const email = account?.providerAccountId ?? "";
  return { email, salt: account?.secret ? saltOf(account.secret) : null };
}

/**
 * Counts an attempt to sign up, and returns which of the two entries are taken.
 * Checks the address even if the username is taken, so an attempt with a taken
 * name reveals no more about the address than one with a free name.
 */
export async function admitSignUp(
  ctx: WriteCtx,
  { email, username }: { email: string; username: string },
): Promise<("EMAIL_TAKEN" | "USERNAME_TAKEN")[]> {
  await enforceStrangerLimit(ctx, "signUp", mailboxOf(email));
  const account = await findAccount(ctx, email);
  const isFree = await isUsernameFree(ctx, username);
  return [
    ...(account ? (["EMAIL_TAKEN"] as const) : []),
    ...(isFree ? [] : (["USERNAME_TAKEN"] as const)),
  ];
}

/**
 * Mails a new confirmation link, or does nothing if the address is confirmed.
 */
export async function resendActivation(
  ctx: WriteCtx,
  viewer: SignedIn | null,
): Promise<void> {
  if (!viewer?.email) throw appError("EMAIL_MISSING");
  if (viewer.emailConfirmedAt !== null) return;
  await enforceLimit(ctx, "mail", viewer.email);
  await mailCode(ctx, viewer.userId, "confirm");
}

/**
 * Mails a reset link, unless many were mailed just now. Does nothing if the
 * address has no account. Strangers can ask for a reset with any address. Their
 * requests are therefore counted apart from the owner's other mails, and are
 * refused in the same way with and without an account.
 */
export async function requestReset(
  ctx: WriteCtx,
  address: string,
): Promise<void> {
  if (!isEmailOfAnyAge(typedEmail(address))) throw appError("EMAIL_INVALID");
  const account = await findAccount(ctx, address);
  const mayMail = await bookReset(ctx, address, account?.userId ?? null);
  if (account && mayMail) await mailCode(ctx, account.userId, "reset");
}

interface ResetCode {
  email: string;
  code: string;
}

/**
 * Counts an attempt to use a reset code. Returns its owner's username, or null
 * if the code does not work. Commits before the new password is hashed, so a
 * bad code never costs a hash.
 */
export async function admitReset(
  ctx: WriteCtx,
  args: ResetCode,
): Promise<{ username: string } | null> {
  if (!isEmailOfAnyAge(typedEmail(args.email))) return null;
  await enforceStrangerLimit(ctx, "reset", normalizeEmail(args.email));
  const account = await findResetAccount(ctx, args);
  if (account === null) return null;
  const profile = await findProfile(ctx, account.userId);
  return { username: profile?.username ?? "" };
}

/**
 * Sets a new password with a reset code, which works only once, and ends every
 * session. Returns false if the code does not work. Opening the mail also proves
 * who owns the address, so this confirms it as well.
 */
export async function redeemResetCode(
  ctx: WriteCtx,
  { secret, device, ...args }: ResetCode & { secret: string; device: string },
): Promise<boolean> {
  const account = await findResetAccount(ctx, args);
  if (account === null) return false;
  await setPassword(ctx, account, { secret, device });
  await confirmByReset(ctx, account.userId);
  return true;
}

/**
 * Returns the account of the code's owner if the code still works and `email`
 * is their address.
 */
async function findResetAccount(
  ctx: WriteCtx,
  { email, code }: ResetCode,
): Promise<Doc<"authAccounts"> | null> {
  const row = await findCode(ctx, code, "reset");
  if (!row || row.usedAt !== null || Date.now() >= row.expiresAt) return null;
  const account = await findAccount(ctx, email);
  return row.userId === account?.userId ? account : null;
}

async function confirmByReset(ctx: WriteCtx, userId: Id<"users">) {
  const user = await ctx.db.get("users", userId);
  if (user && !user.emailVerificationTime) await confirmUser(ctx, userId);
}
