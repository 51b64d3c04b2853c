import type { Doc, Id } from "../../_generated/dataModel";
import { MAX_FOLLOWS, MOST_NEWS } from "../../shared/follows";
import { isArtist } from "../../shared/roles";
import { newsSeenAtOf, saveSettings } from "../accounts/settings";
import { findSuspension, requireNotSuspended } from "../accounts/standing";
import type { Confirmed, SignedIn } from "../accounts/viewers";
import { isApart } from "../apart";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError } from "../errors";
import { findPublicProfile } from "../profiles/profiles";
import {
  enforceLimit,
  enforceMemberLimit,
  isYoung,
} from "../rateLimits/rateLimits";
import { countFollow, countFollowers, removeFollowerCounts } from "./followers";
import { latestOf } from "./newestWork";

type UserId = Id<"users">;
type Follow = Doc<"follows">;

const ROWS_PER_TURN = 100;

/**
 * Follows or unfollows a person. Does nothing if that is so already. Suspended
 * people can only unfollow.
 * @throws RATE_LIMITED; when following, also SUSPENDED, PROFILE_MISSING,
 *   NOT_AN_ARTIST, APART and FOLLOWS_FULL
 */
export async function setFollow(
  ctx: WriteCtx,
  viewer: Confirmed,
  { followedId, isFollowed }: { followedId: UserId; isFollowed: boolean },
): Promise<void> {
  if (isFollowed) await requireNotSuspended(ctx, viewer.userId);
  if (isFollowed) await enforceMemberLimit(ctx, "follow", viewer);
  else await enforceLimit(ctx, "settings", viewer.userId);
  const follow = await findFollow(ctx, viewer.userId, followedId);
  if (isFollowed === (follow !== null)) return;
  if (follow) return dropFollow(ctx, follow);
  await requireFollowable(ctx, viewer.userId, followedId);
  const row = {
    followerId: viewer.userId,
    followedId,
    createdAt: Date.now(),
    ...(isYoung(viewer) && { isYoung: true as const }),
    latestAt: await latestOf(ctx, followedId),
  };
  await ctx.db.insert("follows", row);
  await countFollow(ctx, row, 1);
}

async function requireFollowable(
  ctx: WriteCtx,
  followerId: UserId,
  followedId: UserId,
): Promise<void> {
  const profile = await findPublicProfile(ctx, followedId);
  if (profile === null) throw appError("PROFILE_MISSING");
  if (!isArtist(profile.role)) throw appError("NOT_AN_ARTIST");
  if (await isApart(ctx, followerId, followedId)) throw appError("APART");
  const followed = await countFollowed(ctx, followerId);
  if (followed >= MAX_FOLLOWS) throw appError("FOLLOWS_FULL");
}

/** Returns what a person can do about another one; see `follows.state`. */
export async function followState(
  ctx: ReadCtx,
  { userId, profile, emailConfirmedAt }: SignedIn,
  text: string,
): Promise<"follows" | "may" | "never"> {
  const other = await findPublicProfile(ctx, text);
  if (other === null || other.userId === userId) return "never";
  if (await findFollow(ctx, userId, other.userId)) return "follows";
  const isMember = profile !== null && emailConfirmedAt !== null;
  if (!isMember || !isArtist(other.role)) return "never";
  if (await findSuspension(ctx, userId)) return "never";
  return (await isApart(ctx, userId, other.userId)) ? "never" : "may";
}

/** Returns how many people follow a person, and how many the person follows. */
export const followCounts = async (ctx: ReadCtx, userId: UserId) => ({
  followers: await countFollowers(ctx, userId),
  following: await countFollowed(ctx, userId),
});

/**
 * Returns how many of the people whom a person follows have published something
 * since the person last looked, up to `MOST_NEWS`. Works from before the follow
 * do not count.
 */
export async function countNews(ctx: ReadCtx, userId: UserId): Promise<number> {
  const seenAt = await newsSeenAtOf(ctx, userId);
  const rows = await ctx.db
    .query("follows")
    .withIndex("by_followerId_and_latestAt", (q) =>
      q.eq("followerId", userId).gt("latestAt", seenAt),
    )
    .take(MAX_FOLLOWS);
  const news = rows.filter(({ latestAt, createdAt }) => latestAt > createdAt);
  return Math.min(news.length, MOST_NEWS);
}

/** Notes that a person has seen all works of the people whom they follow. */
export async function markNewsSeen(
  ctx: WriteCtx,
  userId: UserId,
): Promise<void> {
  const newest = await ctx.db
    .query("follows")
    .withIndex("by_followerId_and_latestAt", (q) => q.eq("followerId", userId))
    .order("desc")
    .first();
  const newsSeenAt = newest?.latestAt ?? 0;
  if (newsSeenAt > (await newsSeenAtOf(ctx, userId)))
    await saveSettings(ctx, userId, { newsSeenAt });
}

/** Ends the follows between two people. */
export async function dropBetween(
  ctx: WriteCtx,
  one: UserId,
  other: UserId,
): Promise<void> {
  const pair = [
    await findFollow(ctx, one, other),
    await findFollow(ctx, other, one),
  ];
  for (const follow of pair) if (follow) await dropFollow(ctx, follow);
}

/**
 * Removes a person's follows in both directions, and then their numbers.
 * Returns whether there may be more.
 */
export async function removeFollowsOf(
  ctx: WriteCtx,
  userId: UserId,
): Promise<boolean> {
  const own = await ctx.db
    .query("follows")
    .withIndex("by_followerId_and_followedId", (q) =>
      q.eq("followerId", userId),
    )
    .take(ROWS_PER_TURN);
  const ofThem = await ctx.db
    .query("follows")
    .withIndex("by_followedId_and_followerId", (q) =>
      q.eq("followedId", userId),
    )
    .take(ROWS_PER_TURN);
  const follows = [...own, ...ofThem];
  for (const follow of follows) await dropFollow(ctx, follow);
  if (follows.length === 0) await removeFollowerCounts(ctx, userId);
  return follows.length > 0;
}

async function dropFollow(ctx: WriteCtx, follow: Follow): Promise<void> {
  await ctx.db.delete("follows", follow._id);
  await countFollow(ctx, follow, -1);
}

async function countFollowed(ctx: ReadCtx, userId: UserId): Promise<number> {
  const follows = await ctx.db
    .query("follows")
    .withIndex("by_followerId_and_followedId", (q) =>
      q.eq("followerId", userId),
    )
    .take(MAX_FOLLOWS);
  return follows.length;
}

const findFollow = (ctx: ReadCtx, followerId: UserId, followedId: UserId) =>
  ctx.db
    .query("follows")
    .withIndex("by_followerId_and_followedId", (q) =>
      q.eq("followerId", followerId).eq("followedId", followedId),
    )
    .unique();
