import { v } from "convex/values";
import { internalMutation, memberMutation, viewerQuery } from "./functions";
import * as Votes from "./model/votes";
import { requireAct } from "./permissions";
import { contentIdValidator, contentTypeValidator } from "./shared/validators";

/** Which of these items the viewer voted for. */
export const mine = viewerQuery({
  args: { contentType: contentTypeValidator, contentIds: v.array(v.string()) },
  returns: v.array(v.string()),
  handler: async (ctx, args) =>
    ctx.viewer === null ? [] : Votes.listVoted(ctx, ctx.viewer.userId, args),
});

/** Says what the vote shall be, so that sending it twice is harmless. */
export const set = memberMutation({
  args: {
    contentType: contentTypeValidator,
    contentId: v.string(),
    voted: v.boolean(),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    requireAct(ctx.viewer, "vote:set");
    await Votes.setVote(ctx, ctx.viewer.userId, args);
    return null;
  },
});

/** Goes on removing the votes of an item that is gone. */
export const removeRest = internalMutation({
  args: { contentId: contentIdValidator },
  returns: v.null(),
  handler: async (ctx, { contentId }) => {
    await Votes.removeVotes(ctx, contentId);
    return null;
  },
});
