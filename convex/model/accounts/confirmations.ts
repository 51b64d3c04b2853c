import type { Doc, Id } from "../../_generated/dataModel";
import type { WriteCtx } from "../contexts";
import { confirmUser } from "./confirmUser";
import { findCode, spendCodes } from "./mailedCodes";
import { findProfile } from "../profiles/profiles";

type Closed = { status: "confirmed" | "invalid" | "expired" };
/** Removes an account that was never confirmed, and frees its address at once. */
export type RemoveAccount = (
  ctx: WriteCtx,
  userId: Id<"users">,
) => Promise<void>;
type Opened =
  | { status: "ready"; username: string; lostName: string; email: string }
  | Closed;

/**
 * Returns the account that a mailed link would confirm, and changes nothing,
 * because mail scanners open links too. The result may include the address:
 * anyone who has the code can read that mailbox.
 */
export async function openConfirmation(
  ctx: WriteCtx,
  code: string,
): Promise<Opened> {
  const found = await findWaiting(ctx, code);
  if ("status" in found) return found;
  const profile = await findProfile(ctx, found.user._id);
  const { username = "", lostName = "" } = profile ?? {};
  const email = found.user.email ?? "";
  return { status: "ready", username, lostName, email };
}

/**
 * Confirms the account. Reports "confirmed" for an account that is confirmed
 * already, even if this code was used or has expired.
 */
export async function confirmEmail(
  ctx: WriteCtx,
  code: string,
): Promise<Closed> {
  const found = await findWaiting(ctx, code);
  if ("status" in found) return found;
  const { _id } = found.user;
  await confirmUser(ctx, _id);
  await spendCodes(ctx, _id, "confirm");
  return { status: "confirmed" };
}

/**
 * Deletes an account on behalf of the mailbox owner whose address someone else
 * signed up with. A confirmed account is never deleted.
 */
export async function disownAccount(
  ctx: WriteCtx,
  code: string,
  removeAccount: RemoveAccount,
): Promise<{ status: "removed" } | Closed> {
  const found = await findWaiting(ctx, code);
  if ("status" in found) return found;
  await removeAccount(ctx, found.user._id);
  return { status: "removed" };
}

/**
 * Returns the unconfirmed account of a code, or the reason there is none. An
 * account without an address is being removed already.
 */
async function findWaiting(
  ctx: WriteCtx,
  code: string,
): Promise<{ user: Doc<"users"> } | Closed> {
  const row = await findCode(ctx, code, "confirm");
  const user = row && (await ctx.db.get("users", row.userId));
  if (!row || !user?.email) return { status: "invalid" };
  if (user.emailVerificationTime) return { status: "confirmed" };
  // The link went to an address that the account's owner has corrected since.
  if (row.usedAt !== null) return { status: "invalid" };
  return Date.now() < row.expiresAt ? { user } : { status: "expired" };
}
