import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { appError } from "../errors";
import { normalizeEmail } from "../shared/email";
import type { WriteCtx } from "./contexts";
import { findCode, mailCode, spendCodes } from "./mailedCodes";
import { saltOf } from "./passwords";
import { takeTurn } from "./rateLimits";
import type { SignedIn } from "./viewers";

export const PASSWORD_PROVIDER = "password";

type ConfirmStatus = "confirmed" | "invalid" | "expired";

/** Commits before the password is looked at, so a failed attempt counts too. */
export async function admitAttempt(
  ctx: WriteCtx,
  { flow, email }: { flow: "signIn" | "signUp"; email: string },
): Promise<{ exists: boolean; salt: string | null }> {
  await takeTurn(ctx, flow, email);
  const account = await findAccount(ctx, email);
  const salt = account?.secret ? saltOf(account.secret) : null;
  return { exists: account !== null, salt };
}

/** A code that was used, or came too late for an account confirmed since, does no harm. */
export async function confirmEmail(
  ctx: WriteCtx,
  code: string,
): Promise<{ status: ConfirmStatus }> {
  const row = await findCode(ctx, code, "confirm");
  const user = row && (await ctx.db.get("users", row.userId));
  if (!row || !user) return { status: "invalid" };
  if (user.emailVerificationTime) return { status: "confirmed" };
  const now = Date.now();
  if (now >= row.expiresAt) return { status: "expired" };
  await ctx.db.patch("users", user._id, { emailVerificationTime: now });
  await spendCodes(ctx, user._id, "confirm");
  return { status: "confirmed" };
}

export async function resendActivation(
  ctx: WriteCtx,
  viewer: SignedIn | null,
): Promise<void> {
  if (!viewer?.email) throw appError("EMAIL_MISSING");
  if (viewer.emailConfirmedAt !== null) return;
  await takeTurn(ctx, "mail", viewer.email);
  await mailCode(ctx, viewer.userId, "confirm");
}

export async function requestReset(
  ctx: WriteCtx,
  address: string,
): Promise<void> {
  const email = normalizeEmail(address);
  await takeTurn(ctx, "mail", email);
  const account = await findAccount(ctx, email);
  if (account) await mailCode(ctx, account.userId, "reset");
}

/** Opening the mail also proves the address, so it is confirmed by the way. */
export async function redeemResetCode(
  ctx: MutationCtx,
  { email, code }: { email: string; code: string },
): Promise<Id<"users"> | null> {
  await takeTurn(ctx, "reset", email);
  const row = await findCode(ctx, code, "reset");
  const account = await findAccount(ctx, email);
  if (!row || row.userId !== account?.userId) return null;
  if (row.usedAt !== null || Date.now() >= row.expiresAt) return null;
  await spendCodes(ctx, row.userId, "reset");
  await confirmByReset(ctx, row.userId);
  return row.userId;
}

async function confirmByReset(ctx: WriteCtx, userId: Id<"users">) {
  const user = await ctx.db.get("users", userId);
  if (user && !user.emailVerificationTime) {
    const emailVerificationTime = Date.now();
    await ctx.db.patch("users", userId, { emailVerificationTime });
  }
}

const findAccount = (
  ctx: WriteCtx,
  email: string,
): Promise<Doc<"authAccounts"> | null> =>
  ctx.db
    .query("authAccounts")
    .withIndex("providerAndAccountId", (q) =>
      q.eq("provider", PASSWORD_PROVIDER).eq("providerAccountId", email),
    )
    .unique();
