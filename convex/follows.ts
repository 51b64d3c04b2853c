import { v } from "convex/values";
import {
  accountMutation,
  defenceMutation,
  internalMutation,
  viewerQuery,
} from "./functions";
import { requireAct } from "./model/accounts/requireAct";
import * as Follows from "./model/circle/follows";
import { spread as spreadOn } from "./model/circle/spread";
import { listFollowed } from "./model/content/followedWork";
import { enforceLimit } from "./model/rateLimits/rateLimits";
import { requirePerson } from "./model/safety/blocks";
import {
  followCountsValidator,
  followedListValidator,
  followStateValidator,
} from "./shared/follows";

/**
 * Follows or unfollows an artist. Members may call it; suspended people can only
 * unfollow. States the wanted result, so a repeated call changes nothing.
 * @throws CANNOT_FOLLOW_SELF, PROFILE_MISSING, NOT_AN_ARTIST, APART,
 * FOLLOWS_FULL, SUSPENDED, RATE_LIMITED, and the codes of `defenceMutation`
 */
export const set = defenceMutation({
  args: { userId: v.string(), isFollowed: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { userId, isFollowed }) => {
    const followedId = requirePerson(ctx, userId);
    requireAct(ctx.viewer, "follow:set", { ownerId: followedId });
    await Follows.setFollow(ctx, ctx.viewer, { followedId, isFollowed });
    return null;
  },
});

/**
 * Returns whether the viewer follows a person, may follow them, or neither.
 * Does not say why they may not. "never" when signed out.
 */
export const state = viewerQuery({
  args: { userId: v.string() },
  returns: followStateValidator,
  handler: async (ctx, { userId }) =>
    ctx.viewer === null
      ? "never"
      : Follows.followState(ctx, ctx.viewer, userId),
});

/**
 * Returns how many people follow the viewer, and how many they follow. Nobody
 * else can ask. Null when signed out.
 */
export const counts = viewerQuery({
  args: {},
  returns: v.union(followCountsValidator, v.null()),
  handler: async (ctx) =>
    ctx.viewer && Follows.followCounts(ctx, ctx.viewer.userId),
});

/**
 * Returns at most `count` people whom the viewer follows, with the newest work
 * of each; the person with the newest work comes first. Empty when signed out.
 */
export const list = viewerQuery({
  args: { count: v.number() },
  returns: followedListValidator,
  handler: async (ctx, { count }) =>
    ctx.viewer === null
      ? { people: [], hasMore: false }
      : listFollowed(ctx, ctx.viewer.userId, count),
});

/**
 * Returns how many of the people whom the viewer follows have published
 * something since the viewer last looked; twenty stands for all higher numbers.
 * 0 when signed out.
 */
export const news = viewerQuery({
  args: {},
  returns: v.number(),
  handler: async (ctx) =>
    ctx.viewer === null ? 0 : Follows.countNews(ctx, ctx.viewer.userId),
});

/**
 * Notes that the viewer has seen the newest works of the people whom they
 * follow.
 * @throws NOT_SIGNED_IN, RATE_LIMITED
 */
export const markSeen = accountMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await enforceLimit(ctx, "read", ctx.viewer.userId);
    await Follows.markNewsSeen(ctx, ctx.viewer.userId);
    return null;
  },
});

/**
 * Stores the time of a person's newest work with the next batch of their
 * followers.
 */
export const spread = internalMutation({
  args: { userId: v.id("users"), after: v.union(v.id("users"), v.null()) },
  returns: v.null(),
  handler: async (ctx, args) => {
    await spreadOn(ctx, args);
    return null;
  },
});
