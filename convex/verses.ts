import { v } from "convex/values";
import type { Id } from "./_generated/dataModel";
import {
  internalMemberMutation,
  publicAction,
  publicQuery,
  verseMutation,
} from "./functions";
import { publishVerse } from "./model/publishing";
import * as VersePages from "./model/versePages";
import * as Verses from "./model/verses";
import { requireAct } from "./permissions";
import {
  audioFormatValidator,
  sortValidator,
  verseCardValidator,
  versePageValidator,
} from "./shared/validators";

const verseFields = {
  beatId: v.id("beats"),
  storageId: v.id("_storage"),
  peaks: v.array(v.number()),
  durationMs: v.number(),
};

export const list = publicQuery({
  args: { sort: sortValidator, page: v.number() },
  returns: versePageValidator,
  handler: async (ctx, args) => VersePages.listVerses(ctx, args),
});

export const listByRapper = publicQuery({
  args: { userId: v.string(), page: v.number() },
  returns: versePageValidator,
  handler: async (ctx, { userId, page }) =>
    VersePages.listVersesOf(ctx, ctx.db.normalizeId("users", userId), page),
});

/** All verses of a beat, newest first: at most twenty, the highest limit. */
export const listByBeat = publicQuery({
  args: { beatId: v.string() },
  returns: v.array(verseCardValidator),
  handler: async (ctx, { beatId }) =>
    VersePages.listVersesOn(ctx, ctx.db.normalizeId("beats", beatId)),
});

export const remove = verseMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const { rapperId, beat } = ctx.verse;
    const subject = { ownerId: rapperId, beatProducerId: beat.producerId };
    requireAct(ctx.viewer, "verse:remove", subject);
    await Verses.removeVerse(ctx, ctx.verse);
    return null;
  },
});

export const insert = internalMemberMutation({
  args: { ...verseFields, extension: audioFormatValidator },
  returns: v.id("verses"),
  handler: async (ctx, args) => {
    requireAct(ctx.viewer, "verse:create");
    return Verses.createVerse(ctx, ctx.viewer, args);
  },
});

export const create = publicAction({
  args: verseFields,
  returns: v.id("verses"),
  handler: async (ctx, args): Promise<Id<"verses">> => publishVerse(ctx, args),
});
