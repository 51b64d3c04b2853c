import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { NAME_KEPT_FROM_CONFIRMED_MS, NAME_KEPT_MS } from "../../shared/limits";
import type { ReadCtx, WriteCtx } from "../contexts";
import { isConfirmed } from "./isConfirmed";

const USERS_PER_TURN = 100;

/**
 * Marks the names of accounts that nobody has confirmed for a day: whoever wants
 * one takes it. Until then the account keeps it, for people who confirm later.
 * Looks at accounts created after `afterAt`, in batches.
 */
export async function offerNames(
  ctx: WriteCtx,
  afterAt: number,
): Promise<void> {
  const users = await ctx.db
    .query("users")
    .withIndex("by_emailVerificationTime", (q) =>
      q
        .eq("emailVerificationTime", undefined)
        .gt("_creationTime", afterAt)
        .lt("_creationTime", Date.now() - NAME_KEPT_MS),
    )
    .take(USERS_PER_TURN);
  for (const { _id } of users) await offerName(ctx, _id);
  const last = users.at(-1);
  if (last === undefined || users.length < USERS_PER_TURN) return;
  const rest = { afterAt: last._creationTime };
  await ctx.scheduler.runAfter(0, internal.profiles.offerNames, rest);
}

async function offerName(ctx: WriteCtx, userId: Id<"users">): Promise<void> {
  const profile = await ctx.db
    .query("profiles")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
  if (profile === null || profile.isNameOffered === true) return;
  await ctx.db.patch("profiles", profile._id, { isNameOffered: true });
}

/**
 * Returns whether a person may take the name of this profile. Someone who has
 * confirmed their address need not wait for a day: a stranger can make accounts
 * with any name, but no mailboxes.
 */
export async function mayTakeName(
  ctx: Pick<ReadCtx, "db">,
  userId: Id<"users">,
  holder: Doc<"profiles">,
): Promise<boolean> {
  if (holder.isNameOffered === true) return true;
  const isYoung = Date.now() - holder.createdAt < NAME_KEPT_FROM_CONFIRMED_MS;
  if (isYoung || !(await isConfirmed(ctx, userId))) return false;
  return !(await isConfirmed(ctx, holder.userId));
}
