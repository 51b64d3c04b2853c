import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import {
  CONFIRM_CODE_MS,
  DAY_MS,
  EMAIL_CHANGE_CODE_MS,
  EMAIL_STOP_CODE_MS,
  RESET_CODE_MS,
} from "../../shared/limits";
import type { CodePurpose, Language } from "../../shared/validators";
import type { ReadCtx, WriteCtx } from "../contexts";
import { bookMail } from "./mailTurns";
import { isCode } from "./newCode";
import { findProfile } from "../profiles/profiles";
import { mailLanguageOf } from "./settings";
import { sha256 } from "../sha256";

const LIFETIME_MS: Record<CodePurpose, number> = {
  confirm: CONFIRM_CODE_MS,
  reset: RESET_CODE_MS,
  emailChange: EMAIL_CHANGE_CODE_MS,
  emailStop: EMAIL_STOP_CODE_MS,
};

/** Keep expired codes this long so we can tell them from forged ones. */
const KEPT_MS = 30 * DAY_MS;
const PURGE_SIZE = 500;

interface CodeMail {
  userId: Id<"users">;
  purpose: CodePurpose;
  /** Only for the purposes emailChange and emailStop. */
  emailChangeId?: Id<"emailChanges">;
}

/** The person a mail goes to. `username` is empty without a profile. */
export interface Recipient {
  email: string;
  username: string;
  language: Language;
}

/**
 * Schedules the mail with a new code, in its turn. It is sent only if the
 * calling transaction commits.
 * @throws RATE_LIMITED
 */
export async function mailCode(
  ctx: WriteCtx,
  userId: Id<"users">,
  purpose: CodePurpose,
  emailChangeId?: Id<"emailChanges">,
): Promise<void> {
  const email = await addressOf(ctx, { userId, purpose, emailChangeId });
  if (email === null) return;
  const waitMs = await bookMail(ctx, email, purpose);
  const job = { userId, purpose, emailChangeId, attempt: 1 };
  await ctx.scheduler.runAfter(waitMs, internal.mail.send, job);
}

/**
 * Stores the hash of a new code. Returns the recipient, or null if there is no
 * longer anybody to mail.
 */
export async function keepCode(
  ctx: WriteCtx,
  { codeHash, ...mail }: CodeMail & { codeHash: string },
): Promise<Recipient | null> {
  const email = await addressOf(ctx, mail);
  if (email === null) return null;
  const expiresAt = Date.now() + LIFETIME_MS[mail.purpose];
  const row = { ...mail, codeHash, expiresAt, usedAt: null };
  await ctx.db.insert("mailedCodes", row);
  return recipient(ctx, mail.userId, email);
}

/**
 * Returns the recipient of a mail without a code, or null if the account no
 * longer exists.
 */
export async function findAddressee(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<Recipient | null> {
  const user = await ctx.db.get("users", userId);
  return user?.email ? recipient(ctx, userId, user.email) : null;
}

async function recipient(
  ctx: WriteCtx,
  userId: Id<"users">,
  email: string,
): Promise<Recipient> {
  const profile = await findProfile(ctx, userId);
  const language = await mailLanguageOf(ctx, userId);
  return { email, username: profile?.username ?? "", language };
}

/**
 * Returns the address to mail a code to, or null if there is none or the change
 * of e-mail has ended since.
 */
async function addressOf(
  ctx: WriteCtx,
  { userId, purpose, emailChangeId }: CodeMail,
): Promise<string | null> {
  const user = await ctx.db.get("users", userId);
  if (!user?.email) return null;
  if (emailChangeId === undefined) return user.email;
  const change = await ctx.db.get("emailChanges", emailChangeId);
  if (change === null) return null;
  // The previous address hears of every request, even if it was confirmed or
  // replaced before this mail could be sent.
  if (purpose === "emailStop") return change.oldEmail;
  return change.status === "pending" ? change.newEmail : null;
}

/**
 * Finds a code for this purpose, even if it is used or expired; null if
 * unknown.
 */
export async function findCode(
  ctx: WriteCtx,
  code: string,
  purpose: CodePurpose,
): Promise<Doc<"mailedCodes"> | null> {
  if (!isCode(code)) return null;
  const codeHash = sha256(code);
  const row = await ctx.db
    .query("mailedCodes")
    .withIndex("by_codeHash", (q) => q.eq("codeHash", codeHash))
    .unique();
  return row?.purpose === purpose ? row : null;
}

/** Returns whether a link mailed to the account still confirms its address. */
export async function hasWorkingLink(
  ctx: ReadCtx,
  userId: Id<"users">,
): Promise<boolean> {
  for (const purpose of ["confirm", "reset"] as const) {
    const newest = await ctx.db
      .query("mailedCodes")
      .withIndex("by_userId_and_purpose_and_usedAt", (q) =>
        q.eq("userId", userId).eq("purpose", purpose).eq("usedAt", null),
      )
      .order("desc")
      .first();
    if (newest && Date.now() < newest.expiresAt) return true;
  }
  return false;
}

/**
 * Marks the account's codes for this purpose as used: all of them, or only
 * those mailed since `sinceAt`. Spends the newest codes at once, and the rest
 * in later batches if there are very many.
 */
export const spendCodes = (
  ctx: WriteCtx,
  userId: Id<"users">,
  purpose: CodePurpose,
  sinceAt = 0,
): Promise<void> =>
  spendCodesUntil(ctx, { userId, purpose, sinceAt, untilAt: Infinity });

/** Codes of an account for one purpose, mailed between these times. */
export interface CodeRange {
  userId: Id<"users">;
  purpose: CodePurpose;
  sinceAt: number;
  untilAt: number;
}

/**
 * Spends the newest codes of the range, and schedules the rest if there are
 * many.
 */
export async function spendCodesUntil(
  ctx: WriteCtx,
  range: CodeRange,
): Promise<void> {
  const { userId, purpose, sinceAt, untilAt } = range;
  const codes = await ctx.db
    .query("mailedCodes")
    .withIndex("by_userId_and_purpose_and_usedAt", (q) =>
      q
        .eq("userId", userId)
        .eq("purpose", purpose)
        .eq("usedAt", null)
        .gte("_creationTime", sinceAt)
        .lte("_creationTime", untilAt),
    )
    .order("desc")
    .take(PURGE_SIZE);
  const usedAt = Date.now();
  for (const { _id } of codes) {
    await ctx.db.patch("mailedCodes", _id, { usedAt });
  }
  const oldest = codes.at(-1);
  if (oldest === undefined || codes.length < PURGE_SIZE) return;
  const rest = { ...range, untilAt: oldest._creationTime };
  await ctx.scheduler.runAfter(0, internal.account.spendCodes, rest);
}

/** Deletes codes past their retention time, in batches. */
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
