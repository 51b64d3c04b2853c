import { v } from "convex/values";
import { internalMutation, viewerQuery, visitorMutation } from "./functions";
import * as Fresh from "./model/circle/freshItems";
import * as Listens from "./model/circle/listens";
import { freshPageValidator, heardValidator } from "./shared/ears";

/**
 * Counts that the viewer has heard a beat or verse. Each person counts once,
 * and only the first ten. Does nothing if the listen does not count; see
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
 * Returns part of the items that hardly anybody has heard; see `listFresh`.
 * Begins at `cursor`, which is `next` of the previous part. Empty when signed
 * out.
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
 * Returns how many people have heard each of the given beats and verses that
 * belongs to the viewer and is counted. Items from before the site counted
 * listens are left out, and nobody else can ask.
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
 * Adds the newest beats and verses from before the site counted listens to the
 * fresh ones. Run by a cron job; does so only once.
 */
export const openOld = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Fresh.openOld(ctx);
    return null;
  },
});
