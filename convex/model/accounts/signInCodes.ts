/**
 * While strangers guess a password, a browser that the account does not know gets
 * in with the right password and a mailed code. Without the code, right and wrong
 * passwords get the same answer, so nobody learns which is right.
 */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { SIGN_IN_CODE_MS } from "../../shared/limits";
import type { WriteCtx } from "../contexts";
import { bookTurn } from "../rateLimits/rateLimits";
import { sha256 } from "../sha256";
import { findAccount } from "./authAccounts";
import { findAddressee, type Recipient } from "./mailedCodes";
import { mailboxIn } from "./mailTurns";
import { passwordCrypto } from "./passwords";

const MOST_TRIES = 5;
const PURGE_SIZE = 500;
const MOST_OF_PERSON = 100;

interface Attempt {
  email: string;
  /** The hash of the password that was entered. */
  secret: string;
  device: string;
  /** Empty if none was entered. */
  code: string;
}

/**
 * Returns the person if both the password and the code are right, and spends the
 * code. Mails a code for the right password without one.
 */
export async function signInByCode(
  ctx: WriteCtx,
  { email, secret, device, code }: Attempt,
): Promise<Id<"users"> | null> {
  const account = await findAccount(ctx, email);
  const isRight =
    account?.secret !== undefined &&
    (await passwordCrypto.verifySecret(secret, account.secret));
  if (!isRight) return null;
  const { userId } = account;
  const row = await findCodeOf(ctx, userId, device);
  if (code === "") {
    await mailSignInCode(ctx, { userId, device, row });
    return null;
  }
  return row !== null && (await spend(ctx, row, code)) ? userId : null;
}

/**
 * Returns whether the code is right. A right code is used up. A wrong one costs
 * a try, and after the last try the code is deleted.
 */
async function spend(
  ctx: WriteCtx,
  row: Doc<"signInCodes">,
  code: string,
): Promise<boolean> {
  const { _id, codeHash, expiresAt, triesLeft } = row;
  const isRight = codeHash === hashOf(_id, code) && Date.now() < expiresAt;
  if (isRight || triesLeft <= 1) await ctx.db.delete("signInCodes", _id);
  else await ctx.db.patch("signInCodes", _id, { triesLeft: triesLeft - 1 });
  return isRight;
}

async function mailSignInCode(
  ctx: WriteCtx,
  asked: {
    userId: Id<"users">;
    device: string;
    row: Doc<"signInCodes"> | null;
  },
): Promise<void> {
  const { userId, device, row } = asked;
  const user = await ctx.db.get("users", userId);
  if (!user?.email) return;
  // Anyone can sign up with any address. Until its owner has confirmed it, this
  // mail counts as one more confirmation mail.
  const isConfirmed = user.emailVerificationTime !== undefined;
  const who = isConfirmed
    ? `signIn ${userId}`
    : `confirm ${mailboxIn(user.email)}`;
  const waitMs = await bookTurn(ctx, { act: "mail", scope: "mailbox", who }, 0);
  if (waitMs > 0) return;
  if (row !== null) await ctx.db.delete("signInCodes", row._id);
  const codeId = await ctx.db.insert("signInCodes", {
    ...{ userId, deviceHash: deviceHashOf(userId, device) },
    ...{ codeHash: null, triesLeft: MOST_TRIES },
    expiresAt: Date.now() + SIGN_IN_CODE_MS,
  });
  const job = { codeId, attempt: 1 };
  await ctx.scheduler.runAfter(0, internal.mail.sendSignInCode, job);
}

/**
 * Stores the hash of a new code. Returns the recipient, or null if the request
 * has ended.
 */
export async function keepSignInCode(
  ctx: WriteCtx,
  codeId: Id<"signInCodes">,
  code: string,
): Promise<Recipient | null> {
  const row = await ctx.db.get("signInCodes", codeId);
  if (row === null || Date.now() >= row.expiresAt) return null;
  await ctx.db.patch("signInCodes", codeId, { codeHash: hashOf(codeId, code) });
  return findAddressee(ctx, row.userId);
}

const findCodeOf = (ctx: WriteCtx, userId: Id<"users">, device: string) =>
  ctx.db
    .query("signInCodes")
    .withIndex("by_userId_and_deviceHash", (q) =>
      q.eq("userId", userId).eq("deviceHash", deviceHashOf(userId, device)),
    )
    .unique();

/** Deletes codes of an account. Returns whether there may be more. */
export async function forgetSignInCodes(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<boolean> {
  const rows = await ctx.db
    .query("signInCodes")
    .withIndex("by_userId_and_deviceHash", (q) => q.eq("userId", userId))
    .take(MOST_OF_PERSON);
  for (const { _id } of rows) await ctx.db.delete("signInCodes", _id);
  return rows.length === MOST_OF_PERSON;
}

/** Deletes codes that have ended, in batches. */
export async function purgeSignInCodes(ctx: WriteCtx): Promise<void> {
  const old = await ctx.db
    .query("signInCodes")
    .withIndex("by_expiresAt", (q) => q.lt("expiresAt", Date.now()))
    .take(PURGE_SIZE);
  for (const { _id } of old) await ctx.db.delete("signInCodes", _id);
  if (old.length === PURGE_SIZE)
    await ctx.scheduler.runAfter(0, internal.signInCodes.purge, {});
}

const deviceHashOf = (userId: Id<"users">, device: string) =>
  sha256(`${userId} ${device}`);

/** Ignores spaces, which only make the code easier to read. */
const hashOf = (codeId: Id<"signInCodes">, code: string) =>
  sha256(`${codeId} ${code.slice(0, 100).replace(/\s/g, "")}`);
