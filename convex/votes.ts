import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalMutation, memberMutation, viewerQuery } from "./functions";
import { loadContent, targetOf } from "./model/content/content";
import { foldVotes, replaceLostFolds } from "./model/content/voteCounts";
import * as Votes from "./model/content/votes";
import { requireAct } from "./model/accounts/requireAct";
import { contentIdValidator, contentTypeValidator } from "./shared/validators";

/**
 * Returns those of the given ids that the viewer has voted for. Looks at the
 * first 100 ids and ignores unknown ones. Empty when signed out.
 */
export const mine = viewerQuery({
  args: { contentType: contentTypeValidator, contentIds: v.array(v.string()) },
  returns: v.array(v.string()),
  handler: async (ctx, args) =>
    ctx.viewer === null ? [] : Votes.listVoted(ctx, ctx.viewer.userId, args),
});

/**
 * Sets or removes the caller's vote on a beat or verse. For members who are
 * listeners, except for their own work from when they were artists. States the
 * wanted result instead of toggling, so a repeated call changes nothing.
 * @throws ONLY_LISTENERS_VOTE, CANNOT_VOTE_SELF, BEAT_NOT_FOUND,
 * VERSE_NOT_FOUND, RATE_LIMITED, and the codes of `memberMutation`
 */
export const set = memberMutation({
  args: {
    contentType: contentTypeValidator,
    contentId: v.string(),
    voted: v.boolean(),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    const content = await loadContent(ctx, args);
    requireAct(ctx.viewer, "vote:set", targetOf(content));
    await Votes.setVote(ctx, ctx.viewer, content, args.voted);
    return null;
  },
});

/** Adds the votes of a busy beat or verse to its numbers. */
export const fold = internalMutation({
  args: {
    contentType: contentTypeValidator,
    contentId: contentIdValidator,
    foldsAt: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    await foldVotes(ctx, args);
    return null;
  },
});

/** Adds the votes that lost folds have left. Run by a cron job. */
export const foldLost = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await replaceLostFolds(ctx))
      await ctx.scheduler.runAfter(0, internal.votes.foldLost, {});
    return null;
  },
});

/** Deletes the next batch of votes on content that no longer exists. */
export const removeRest = internalMutation({
  args: { contentId: contentIdValidator },
  returns: v.null(),
  handler: async (ctx, { contentId }) => {
    await Votes.removeVotes(ctx, contentId);
    return null;
  },
});
