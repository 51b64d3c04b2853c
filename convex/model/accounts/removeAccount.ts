import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { dropArtist } from "../profiles/artistSearch";
import type { WriteCtx } from "../contexts";
import { removeAccountTraces } from "./accountTraces";
import { forgetDevices } from "./knownDevices";
import { findProfile } from "../profiles/profiles";
import { dropLooks } from "../profiles/usernameLooks";

/** Rows of one table deleted in a transaction. */
const BATCH_SIZE = 100;

/**
 * Deletes an account that was never confirmed, with everything that belongs to
 * it. Unconfirmed people have no beats, verses, votes or files.
 */
export async function removeAccount(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  const profile = await findProfile(ctx, userId);
  if (profile) {
    await dropArtist(ctx, userId);
    await dropLooks(ctx, userId);
    await ctx.db.delete("profiles", profile._id);
  }
  const accounts = ctx.db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) => q.eq("userId", userId));
  for (const { _id } of await accounts.take(BATCH_SIZE)) {
    await ctx.db.delete("authAccounts", _id);
  }
  await forgetDevices(ctx, userId);
  await ctx.db.delete("users", userId);
  await removeTraces(ctx, userId);
}

/**
 * Deletes the remaining rows that refer to a removed account, in batches, and
 * schedules itself until none are left. These rows are useless without the
 * account, so they may go later.
 */
export async function removeTraces(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  const hasMore = await removeAccountTraces(ctx, userId);
  const blocks = await ctx.db
    .query("blocks")
    .withIndex("by_blockedId_and_blockerId", (q) => q.eq("blockedId", userId))
    .take(BATCH_SIZE);
  for (const { _id } of blocks) await ctx.db.delete("blocks", _id);
  const session = await ctx.db
    .query("authSessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .first();
  if (session) await removeSession(ctx, session._id);
  if (session || hasMore || blocks.length === BATCH_SIZE) {
    const next = internal.account.removeTraces;
    await ctx.scheduler.runAfter(0, next, { userId });
  }
}

/** Deletes the session last, because its tokens are found through it. */
async function removeSession(
  ctx: WriteCtx,
  sessionId: Id<"authSessions">,
): Promise<void> {
  const tokens = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", sessionId))
    .take(BATCH_SIZE);
  for (const { _id } of tokens) await ctx.db.delete("authRefreshTokens", _id);
  if (tokens.length < BATCH_SIZE) {
    await ctx.db.delete("authSessions", sessionId);
  }
}
