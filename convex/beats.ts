import { v } from "convex/values";
import {
  beatMutation,
  internalMemberMutation,
  publicAction,
  publicQuery,
} from "./functions";
import type { Id } from "./_generated/dataModel";
import * as BeatPages from "./model/beatPages";
import * as Beats from "./model/beats";
import { beatCard } from "./model/cards";
import { publishBeat } from "./model/publishing";
import { requireAct } from "./permissions";
import { versesLimitValidator } from "./shared/limits";
import {
  audioFormatValidator,
  beatCardValidator,
  beatPageValidator,
  sortValidator,
} from "./shared/validators";

const beatFields = {
  storageId: v.id("_storage"),
  title: v.string(),
  genre: v.string(),
  bpm: v.number(),
  tags: v.array(v.string()),
  peaks: v.array(v.number()),
};

const audioFields = { durationMs: v.number(), extension: audioFormatValidator };

export const list = publicQuery({
  args: {
    sort: sortValidator,
    genre: v.union(v.string(), v.null()),
    state: v.union(v.string(), v.null()),
    page: v.number(),
  },
  returns: beatPageValidator,
  handler: async (ctx, args) => BeatPages.listBeats(ctx, args),
});

export const listByProducer = publicQuery({
  args: { userId: v.string(), page: v.number() },
  returns: beatPageValidator,
  handler: async (ctx, { userId, page }) =>
    BeatPages.listBeatsOf(ctx, ctx.db.normalizeId("users", userId), page),
});

export const get = publicQuery({
  args: { beatId: v.string() },
  returns: v.union(beatCardValidator, v.null()),
  handler: async (ctx, { beatId }) => {
    const id = ctx.db.normalizeId("beats", beatId);
    const beat = id && (await ctx.db.get("beats", id));
    return beat ? beatCard(ctx, beat) : null;
  },
});

export const setVersesLimit = beatMutation({
  args: { versesCount: versesLimitValidator },
  returns: v.null(),
  handler: async (ctx, { versesCount }) => {
    requireAct(ctx.viewer, "beat:setVersesLimit", {
      ownerId: ctx.beat.producerId,
    });
    await Beats.setVersesLimit(ctx, ctx.beat, versesCount);
    return null;
  },
});

export const remove = beatMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    requireAct(ctx.viewer, "beat:remove", { ownerId: ctx.beat.producerId });
    await Beats.removeBeat(ctx, ctx.beat);
    return null;
  },
});

export const insert = internalMemberMutation({
  args: { ...beatFields, ...audioFields },
  returns: v.id("beats"),
  handler: async (ctx, args) => {
    requireAct(ctx.viewer, "beat:create");
    return Beats.createBeat(ctx, ctx.viewer, args);
  },
});

export const create = publicAction({
  args: { ...beatFields, fileName: v.string() },
  returns: v.id("beats"),
  handler: async (ctx, args): Promise<Id<"beats">> => publishBeat(ctx, args),
});
