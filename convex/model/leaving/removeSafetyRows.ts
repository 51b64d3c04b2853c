import type { WriteCtx } from "../contexts";
import type { Departure } from "./departures/departures";

const ROWS_PER_TURN = 200;

/**
 * Removes this person's notices: about other people leaving, and about their
 * own content.
 */
export async function removeNotices(
  ctx: WriteCtx,
  { userId }: Departure,
): Promise<boolean> {
  const farewells = await ctx.db
    .query("farewells")
    .withIndex("by_rapperId", (q) => q.eq("rapperId", userId))
    .take(ROWS_PER_TURN);
  for (const { _id } of farewells) await ctx.db.delete("farewells", _id);
  const notices = await ctx.db
    .query("notices")
    .withIndex("by_userId_and_isClaim_and_createdAt", (q) =>
      q.eq("userId", userId),
    )
    .take(ROWS_PER_TURN);
  for (const { _id } of notices) await ctx.db.delete("notices", _id);
  return farewells.length + notices.length > 0;
}

/**
 * Removes the person's blocks in both directions, suspensions, appointment as a
 * moderator, what they shared before, and claims that were never confirmed by
 * mail.
 */
export async function removeSafetyRows(
  ctx: WriteCtx,
  { userId }: Departure,
): Promise<boolean> {
  const blocks = [
    ...(await ctx.db
      .query("blocks")
      .withIndex("by_blockerId_and_blockedId", (q) => q.eq("blockerId", userId))
      .take(ROWS_PER_TURN)),
    ...(await ctx.db
      .query("blocks")
      .withIndex("by_blockedId_and_blockerId", (q) => q.eq("blockedId", userId))
      .take(ROWS_PER_TURN)),
  ];
  for (const { _id } of blocks) await ctx.db.delete("blocks", _id);
  const suspensions = await ctx.db
    .query("suspensions")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .take(ROWS_PER_TURN);
  for (const { _id } of suspensions) await ctx.db.delete("suspensions", _id);
  const posts = await ctx.db
    .query("moderators")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .take(ROWS_PER_TURN);
  for (const { _id } of posts) await ctx.db.delete("moderators", _id);
  const shares = await ctx.db
    .query("formerShares")
    .withIndex("by_userId_and_subjectHash_and_endedAt", (q) =>
      q.eq("userId", userId),
    )
    .take(ROWS_PER_TURN);
  for (const { _id } of shares) await ctx.db.delete("formerShares", _id);
  const waiting = await ctx.db
    .query("waitingClaims")
    .withIndex("by_claimantId", (q) => q.eq("claimantId", userId))
    .take(ROWS_PER_TURN);
  for (const { _id } of waiting) await ctx.db.delete("waitingClaims", _id);
  const removed = [blocks, suspensions, posts, shares, waiting];
  return removed.some((rows) => rows.length > 0);
}
