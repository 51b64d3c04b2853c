import { v } from "convex/values";
import { internalMutation, viewerQuery, visitorMutation } from "./functions";
import * as Fresh from "./model/circle/freshItems";
import * as Listens from "./model/circle/listens";
import { freshPageValidator, heardValidator } from "./shared/ears";

/**
 * Counts that the viewer has heard a beat or verse, once for ever, while fewer
 * than ten people have. Changes nothing and says nothing if it does not count; see
 * `recordListen`.
 */
export const record = visitorMutation({
  args: { contentId: v.string() },
  returns: v.null(),
  handler: async (ctx, { contentId }) => {
    await Listens.recordListen(ctx, ctx.viewer, contentId);
    return null;
  },
});

/**
 * Returns part of what hardly anybody has heard; see `listFresh`. Begins at
 * `cursor`, the `next` of the part before. Empty when signed out.
 */
export const candidates = viewerQuery({
  args: { cursor: v.union(v.string(), v.null()) },
  returns: freshPageValidator,
  handler: async (ctx, { cursor }) =>
    ctx.viewer === null
      ? { items: [], next: null }
      : Fresh.listFresh(ctx, ctx.viewer.userId, cursor),
});

/**
 * Returns how many people have heard those of the given beats and verses that are
 * the viewer's own and were published since listens count. Nobody else can ask.
 */
export const heardBy = viewerQuery({
  args: { contentIds: v.array(v.string()) },
  returns: v.array(heardValidator),
  handler: async (ctx, { contentIds }) =>
    ctx.viewer === null
      ? []
      : Listens.heardBy(ctx, ctx.viewer.userId, contentIds),
});

/**
 * Puts the newest beats and verses from before listens counted among the fresh
 * ones. Run by a cron job; does it once.
 */
export const openOld = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Fresh.openOld(ctx);
    return null;
  },
});
