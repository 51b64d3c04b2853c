import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { DAY_MS, EMAIL_CHANGE_CODE_MS } from "../../shared/limits";
import { normalizeEmail } from "../../shared/email";
import type {
  CorrectedEmail,
  EmailChangeOutcome,
  OpenedEmailChange,
} from "../../shared/validators";
import type { WriteCtx } from "../contexts";
import { appError } from "../errors";
import { findProfile } from "../profiles/profiles";
import { enforceLimit } from "../rateLimits/rateLimits";
import { findAccount, findAccountOf } from "./authAccounts";
import type { RemoveAccount } from "./confirmations";
import { findCode, mailCode, spendCodes } from "./mailedCodes";
import { endSessions } from "./sessions";
import type { SignedIn } from "./viewers";

/** Rows are kept as long as their codes. */
const KEPT_MS = 40 * DAY_MS;
const PURGE_SIZE = 500;

/**
 * Asks for a new address. The account keeps its address until the link mailed
 * to the new one is opened and confirmed. A mail to the present address tells
 * its owner, with a link that stops the change, or undoes it within a week. A
 * later request replaces an earlier one. The caller has checked the password.
 * Returns false if another account has the new address: a throw would undo the
 * count of this attempt.
 * @throws EMAIL_NOT_CONFIRMED, EMAIL_SAME, RATE_LIMITED
 */
export async function requestEmailChange(
  ctx: WriteCtx,
  viewer: SignedIn,
  newEmail: string,
): Promise<boolean> {
  const { userId, email: oldEmail } = viewer;
  if (viewer.emailConfirmedAt === null) throw appError("EMAIL_NOT_CONFIRMED");
  if (newEmail === normalizeEmail(oldEmail)) throw appError("EMAIL_SAME");
  await enforceLimit(ctx, "mail", `change ${userId}`);
  await enforceLimit(ctx, "mail", newEmail);
  if (await findAccount(ctx, newEmail)) return false;
  await endPendingChange(ctx, userId, "replaced");
  const changeId = await ctx.db.insert("emailChanges", {
    ...{ userId, oldEmail, newEmail },
    status: "pending",
    requestedAt: Date.now(),
  });
  await mailCode(ctx, userId, "emailChange", changeId);
  await mailCode(ctx, userId, "emailStop", changeId);
  return true;
}

/**
 * Changes the address of an unconfirmed account, and mails the link there.
 * Links mailed to the previous address stop working, because its owner is a
 * stranger. Reports an address that has an account instead of throwing, so that
 * the attempt counts.
 * @throws EMAIL_SAME, RATE_LIMITED
 */
export async function correctEmail(
  ctx: WriteCtx,
  { userId, email, emailConfirmedAt }: SignedIn,
  newEmail: string,
): Promise<CorrectedEmail> {
  if (emailConfirmedAt !== null) return "confirmed";
  if (newEmail === normalizeEmail(email)) throw appError("EMAIL_SAME");
  await enforceLimit(ctx, "mail", `correct ${userId}`);
  await enforceLimit(ctx, "mail", newEmail);
  if (await findAccount(ctx, newEmail)) return "taken";
  await moveAccount(ctx, userId, newEmail);
  await spendCodes(ctx, userId, "confirm");
  await mailCode(ctx, userId, "confirm");
  return "sent";
}

/** Returns the change that waits for its confirmation, or null. */
export async function findPendingChange(
  ctx: Pick<QueryCtx, "db">,
  userId: Id<"users">,
): Promise<{ email: string; expiresAt: number } | null> {
  const change = await pendingChange(ctx, userId);
  if (change === null) return null;
  const expiresAt = change.requestedAt + EMAIL_CHANGE_CODE_MS;
  return { email: change.newEmail, expiresAt };
}

/** Forgets the change that waits for its confirmation, if there is one. */
export const stopPendingChange = (ctx: WriteCtx, userId: Id<"users">) =>
  endPendingChange(ctx, userId, "stopped");

/**
 * Returns what a mailed link would do, and changes nothing, because mail
 * scanners open links too. The result may include the new address: the person
 * who has the code asked for it or owns the account.
 */
export async function openEmailChange(
  ctx: WriteCtx,
  code: string,
): Promise<OpenedEmailChange> {
  const found = await findChange(ctx, code);
  if ("status" in found) return found;
  const { change, user, row } = found;
  const profile = await findProfile(ctx, user._id);
  const isUndo = user.email !== change.oldEmail;
  const stop = isUndo ? "undo" : "stop";
  return {
    status: "ready",
    act: row.purpose === "emailChange" ? "confirm" : stop,
    username: profile?.username ?? "",
    email: change.newEmail,
  };
}

/**
 * Makes the new address the account's own, for the code mailed to it. All other
 * mailed links of the account stop working, except those that undo the change.
 */
export async function confirmEmailChange(
  ctx: WriteCtx,
  code: string,
): Promise<EmailChangeOutcome> {
  const found = await findChange(ctx, code);
  if ("status" in found) return found;
  const { change, user, row } = found;
  if (row.purpose !== "emailChange") return { status: "invalid" };
  if (await findAccount(ctx, change.newEmail)) return { status: "taken" };
  await setEmail(ctx, user._id, change.newEmail);
  await ctx.db.patch("emailChanges", change._id, { status: "confirmed" });
  await spendCodes(ctx, user._id, "emailChange");
  return { status: "confirmed" };
}

/**
 * Stops a change of e-mail for the code mailed to the previous address. If the
 * change has taken effect, brings the previous address back, ends every session
 * and mails a link for a new password there, because whoever changed it knew
 * the password.
 */
export async function stopEmailChange(
  ctx: WriteCtx,
  code: string,
  removeAccount: RemoveAccount,
): Promise<EmailChangeOutcome> {
  const found = await findChange(ctx, code);
  if ("status" in found) return found;
  const { change, user, row } = found;
  if (row.purpose !== "emailStop") return { status: "invalid" };
  if (user.email === change.oldEmail) {
    await stopPendingChange(ctx, user._id);
    await ctx.db.patch("mailedCodes", row._id, { usedAt: Date.now() });
    return { status: "stopped" };
  }
  const { oldEmail } = change;
  const isFree = await freeAddress(ctx, oldEmail, removeAccount);
  if (!isFree) return { status: "taken" };
  await stopPendingChange(ctx, user._id);
  await setEmail(ctx, user._id, oldEmail);
  // Otherwise, stop links that were mailed to later addresses of the account
  // could undo this change again.
  await spendCodes(ctx, user._id, "emailStop", row._creationTime);
  await endSessions(ctx, user._id, null);
  await mailCode(ctx, user._id, "reset");
  return { status: "restored" };
}

/** Deletes old requests, in batches. */
export async function purgeEmailChanges(ctx: WriteCtx): Promise<void> {
  const old = await ctx.db
    .query("emailChanges")
    .withIndex("by_requestedAt", (q) =>
      q.lt("requestedAt", Date.now() - KEPT_MS),
    )
    .take(PURGE_SIZE);
  for (const { _id } of old) await ctx.db.delete("emailChanges", _id);
  if (old.length === PURGE_SIZE) {
    await ctx.scheduler.runAfter(0, internal.emailChanges.purge, {});
  }
}

/**
 * Returns whether an account may have its previous address back. If someone has
 * since signed up with that address and never confirmed it, removes their
 * account: it could keep the owner out.
 */
async function freeAddress(
  ctx: WriteCtx,
  email: string,
  removeAccount: RemoveAccount,
): Promise<boolean> {
  const account = await findAccount(ctx, email);
  if (account === null) return true;
  const holder = await ctx.db.get("users", account.userId);
  if (holder?.emailVerificationTime !== undefined) return false;
  await removeAccount(ctx, account.userId);
  return true;
}

interface Found {
  change: Doc<"emailChanges">;
  user: Doc<"users">;
  row: Doc<"mailedCodes">;
}

/** Returns the change of a code that still works, or why there is none. */
async function findChange(
  ctx: WriteCtx,
  code: string,
): Promise<Found | EmailChangeOutcome> {
  const row =
    (await findCode(ctx, code, "emailChange")) ??
    (await findCode(ctx, code, "emailStop"));
  const change =
    row?.emailChangeId && (await ctx.db.get("emailChanges", row.emailChangeId));
  const user = change && (await ctx.db.get("users", change.userId));
  if (!row || !change || !user) return { status: "invalid" };
  if (row.usedAt !== null) return { status: outcomeOf(row, change) };
  if (Date.now() >= row.expiresAt) return { status: "expired" };
  return { change, user, row };
}

/** Returns the outcome of a used code, so that a second click gets the same answer. */
function outcomeOf(
  { purpose }: Doc<"mailedCodes">,
  { status }: Doc<"emailChanges">,
): EmailChangeOutcome["status"] {
  if (purpose === "emailStop") {
    return status === "confirmed" ? "restored" : "stopped";
  }
  if (status === "confirmed") return "confirmed";
  return status === "stopped" ? "stopped" : "invalid";
}

async function endPendingChange(
  ctx: WriteCtx,
  userId: Id<"users">,
  status: "replaced" | "stopped",
): Promise<void> {
  const change = await pendingChange(ctx, userId);
  if (change === null) return;
  await ctx.db.patch("emailChanges", change._id, { status });
  await spendCodes(ctx, userId, "emailChange");
}

const pendingChange = (ctx: Pick<QueryCtx, "db">, userId: Id<"users">) =>
  ctx.db
    .query("emailChanges")
    .withIndex("by_userId_and_status", (q) =>
      q.eq("userId", userId).eq("status", "pending"),
    )
    .unique();

/**
 * Sets the address in both places that hold it. Opening the mail has proved who
 * owns it. Links mailed to the previous address stop working.
 */
async function setEmail(ctx: WriteCtx, userId: Id<"users">, email: string) {
  await moveAccount(ctx, userId, email);
  const emailVerificationTime = Date.now();
  await ctx.db.patch("users", userId, { emailVerificationTime });
  await spendCodes(ctx, userId, "confirm");
}

/**
 * Changes the address. Password links that were mailed to the previous address
 * stop working.
 */
async function moveAccount(ctx: WriteCtx, userId: Id<"users">, email: string) {
  await ctx.db.patch("users", userId, { email });
  const account = await findAccountOf(ctx, userId);
  if (account) {
    const providerAccountId = email;
    await ctx.db.patch("authAccounts", account._id, { providerAccountId });
  }
  await spendCodes(ctx, userId, "reset");
}
