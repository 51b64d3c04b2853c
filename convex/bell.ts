import { v } from "convex/values";
import { accountMutation, internalMutation, viewerQuery } from "./functions";
import { setRingWanted } from "./model/accounts/settings";
import { tellFollowers as tellOfFollowers } from "./model/circle/followers";
import { countUnread, listRings } from "./model/circle/ringList";
import * as Rings from "./model/circle/rings";
import { tellVotes as tellOfVotes } from "./model/content/voteRings";
import { enforceLimit } from "./model/rateLimits/rateLimits";
import { ringListValidator, ringSwitchValidator } from "./shared/rings";
import { contentIdValidator, contentTypeValidator } from "./shared/validators";

/**
 * Returns how many rows of the viewer's bell are unread; ten stands for all
 * numbers above nine. 0 when signed out.
 */
export const unread = viewerQuery({
  args: {},
  returns: v.number(),
  handler: async (ctx) =>
    ctx.viewer === null ? 0 : countUnread(ctx, ctx.viewer.userId),
});

/**
 * Returns the newest rows of the viewer's bell, at most `count` and at most
 * 100. Leaves out rows whose subject is gone. Empty when signed out.
 */
export const list = viewerQuery({
  args: { count: v.number() },
  returns: ringListValidator,
  handler: async (ctx, { count }) =>
    ctx.viewer === null
      ? { rings: [], hasMore: false }
      : listRings(ctx, ctx.viewer.userId, count),
});

/**
 * Marks the viewer's rows up to a time as read.
 * @throws NOT_SIGNED_IN, RATE_LIMITED
 */
export const markRead = accountMutation({
  args: { upTo: v.number() },
  returns: v.null(),
  handler: async (ctx, { upTo }) => {
    await enforceLimit(ctx, "read", ctx.viewer.userId);
    await Rings.markRead(ctx, ctx.viewer.userId, upTo);
    return null;
  },
});

/**
 * Turns one kind of notifications on or off for the viewer. Existing rows stay.
 * @throws NOT_SIGNED_IN, RATE_LIMITED
 */
export const setWanted = accountMutation({
  args: { ring: ringSwitchValidator, isWanted: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { ring, isWanted }) => {
    await enforceLimit(ctx, "settings", ctx.viewer.userId);
    await setRingWanted(ctx, ctx.viewer.userId, ring, isWanted);
    return null;
  },
});

/** Deletes all rows of a person's bell but the newest hundred. */
export const trim = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => {
    await Rings.trimRings(ctx, userId);
    return null;
  },
});

/** Tells an author of the votes that have come in the last hour. */
export const tellVotes = internalMutation({
  args: {
    contentType: contentTypeValidator,
    contentId: contentIdValidator,
    tellsAt: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    await tellOfVotes(ctx, args);
    return null;
  },
});

/** Tells a person of the followers who have come in the last hour. */
export const tellFollowers = internalMutation({
  args: { tallyId: v.id("followerTallies"), dueAt: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await tellOfFollowers(ctx, args);
    return null;
  },
});

/** Deletes rows that are older than 90 days. Run by a cron job. */
export const purge = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Rings.purgeRings(ctx);
    return null;
  },
});
