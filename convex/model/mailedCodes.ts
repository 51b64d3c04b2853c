import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { CONFIRM_CODE_MS, DAY_MS, RESET_CODE_MS } from "../shared/limits";
import type { CodePurpose } from "../shared/validators";
import type { WriteCtx } from "./contexts";
import { findProfile } from "./profiles";
import { sha256 } from "./sha256";

const LIFETIME_MS: Record<CodePurpose, number> = {
  confirm: CONFIRM_CODE_MS,
  reset: RESET_CODE_MS,
};

/** Expired codes are kept so long, to be told from forged ones. */
const KEPT_MS = 30 * DAY_MS;
const PURGE_SIZE = 500;

/** The mail leaves when, and only if, the transaction that asks for it commits. */
export async function mailCode(
  ctx: WriteCtx,
  userId: Id<"users">,
  purpose: CodePurpose,
): Promise<void> {
  const job = { userId, purpose, attempt: 1 };
  await ctx.scheduler.runAfter(0, internal.mail.send, job);
}

/** Returns whom to write to, or null when the account is gone. */
export async function keepCode(
  ctx: WriteCtx,
  {
    userId,
    purpose,
    codeHash,
  }: { userId: Id<"users">; purpose: CodePurpose; codeHash: string },
): Promise<{ email: string; username: string } | null> {
  const user = await ctx.db.get("users", userId);
  if (!user?.email) return null;
  const expiresAt = Date.now() + LIFETIME_MS[purpose];
  const row = { userId, purpose, codeHash, expiresAt, usedAt: null };
  await ctx.db.insert("mailedCodes", row);
  const profile = await findProfile(ctx, userId);
  return { email: user.email, username: profile?.username ?? "" };
}

export async function findCode(
  ctx: WriteCtx,
  code: string,
  purpose: CodePurpose,
): Promise<Doc<"mailedCodes"> | null> {
  const codeHash = await sha256(code);
  const row = await ctx.db
    .query("mailedCodes")
    .withIndex("by_codeHash", (q) => q.eq("codeHash", codeHash))
    .unique();
  return row?.purpose === purpose ? row : null;
}

/** No other code of this purpose works any more. */
export async function spendCodes(
  ctx: WriteCtx,
  userId: Id<"users">,
  purpose: CodePurpose,
): Promise<void> {
  const codes = await ctx.db
    .query("mailedCodes")
    .withIndex("by_userId_and_purpose", (q) =>
      q.eq("userId", userId).eq("purpose", purpose),
    )
    .order("desc")
    .take(PURGE_SIZE);
  const usedAt = Date.now();
  for (const code of codes) {
    if (code.usedAt === null) {
      await ctx.db.patch("mailedCodes", code._id, { usedAt });
    }
  }
}

export async function purgeCodes(ctx: WriteCtx): Promise<void> {
  const old = await ctx.db
    .query("mailedCodes")
    .withIndex("by_expiresAt", (q) => q.lt("expiresAt", Date.now() - KEPT_MS))
    .take(PURGE_SIZE);
  for (const code of old) await ctx.db.delete("mailedCodes", code._id);
  if (old.length === PURGE_SIZE) {
    await ctx.scheduler.runAfter(0, internal.account.purgeCodes, {});
  }
}
