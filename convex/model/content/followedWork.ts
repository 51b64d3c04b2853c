import type { Id } from "../../_generated/dataModel";
import { type Followed, MAX_FOLLOWS } from "../../shared/follows";
import { newestWork } from "../circle/newestWork";
import type { ReadCtx } from "../contexts";
import { findPublicProfile } from "../profiles/profiles";
import { beatSummary, verseSummary } from "./summaries";

/**
 * Returns the people whom a person follows, those with the newest work first,
 * and whether there are more.
 */
export async function listFollowed(
  ctx: ReadCtx,
  userId: Id<"users">,
  count: number,
): Promise<{ people: Followed[]; hasMore: boolean }> {
  const most = Math.min(Math.max(0, Math.floor(count) || 0), MAX_FOLLOWS);
  const follows = await ctx.db
    .query("follows")
    .withIndex("by_followerId_and_latestAt", (q) => q.eq("followerId", userId))
    .order("desc")
    .take(most + 1);
  const found = await Promise.all(
    follows
      .slice(0, most)
      .map(({ followedId }) => findFollowed(ctx, followedId)),
  );
  return {
    people: found.filter((one) => one !== null),
    hasMore: follows.length > most,
  };
}

/** Returns null for a person who is leaving. */
async function findFollowed(
  ctx: ReadCtx,
  userId: Id<"users">,
): Promise<Followed | null> {
  const profile = await findPublicProfile(ctx, userId);
  if (profile === null) return null;
  const { beat, verse } = await newestWork(ctx, userId);
  return {
    ...{ userId, username: profile.username },
    beat: beat && (await beatSummary(ctx, beat)),
    verse: verse && (await verseSummary(ctx, verse)),
  };
}
