import { v } from "convex/values";
import {
  beatMutation,
  internalMemberMutation,
  ownBeatMutation,
  publicAction,
  publicQuery,
} from "./functions";
import type { Id } from "./_generated/dataModel";
import * as BeatPages from "./model/content/beatPages";
import * as Beats from "./model/content/beats";
import { findBeatSummary } from "./model/content/summaries";
import { publishBeat } from "./model/content/publishing";
import { enforceLimit } from "./model/rateLimits/rateLimits";
import { requireAct } from "./model/accounts/requireAct";
import { noticeSameAudio } from "./model/safety/sameAudio";
import { findProof } from "./model/content/proof";
import { beatFacts } from "./shared/beatFacts";
import { gridValidator, keyValidator } from "./shared/bars";
import {
  audioFormatValidator,
  beatSummaryValidator,
  beatPageValidator,
  loudnessValidator,
  proofValidator,
  sortValidator,
  termsValidator,
  versesLimitValidator,
} from "./shared/validators";

const beatArgs = {
  storageId: v.id("_storage"),
  ...beatFacts,
  terms: v.optional(termsValidator),
  grid: v.optional(gridValidator),
  key: v.optional(keyValidator),
  peaks: v.array(v.number()),
  loudness: v.optional(loudnessValidator),
};

const audioFields = { durationMs: v.number(), extension: audioFormatValidator };

/**
 * Returns one page of all beats, sorted and optionally filtered by genre and
 * state (null means all). An unknown genre or state gives an empty page, and a
 * page past the end gives the last one. Open to everyone.
 * @throws PAGE_INVALID
 */
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

/**
 * Returns one page of a producer's beats, newest first. An unknown user gives
 * an empty page. Open to everyone.
 * @throws PAGE_INVALID
 */
export const listByProducer = publicQuery({
  args: { userId: v.string(), page: v.number() },
  returns: beatPageValidator,
  handler: async (ctx, { userId, page }) =>
    BeatPages.listBeatsOf(ctx, userId, page),
});

/** Returns a beat, or null if there is none with this id. Open to everyone. */
export const get = publicQuery({
  args: { beatId: v.string() },
  returns: v.union(beatSummaryValidator, v.null()),
  handler: async (ctx, { beatId }) => findBeatSummary(ctx, beatId),
});

/**
 * Returns the SHA-256 of a beat's file and when the server received it, or null
 * if there is no such beat. Open to everyone. Separate from `get`, so that votes
 * do not rerun it.
 */
export const proof = publicQuery({
  args: { beatId: v.string() },
  returns: v.union(proofValidator, v.null()),
  handler: async (ctx, { beatId }) => findProof(ctx, beatId),
});

/**
 * Sets how many verses a beat accepts: 10, 15 or 20. Only the beat's producer
 * may call it. Existing verses stay even if the new limit is lower.
 * @throws NOT_THE_PRODUCER, RATE_LIMITED, and the codes of `beatMutation`
 */
export const setVersesLimit = beatMutation({
  args: { versesCount: versesLimitValidator },
  returns: v.null(),
  handler: async (ctx, { versesCount }) => {
    requireAct(ctx.viewer, "beat:setVersesLimit", {
      ownerId: ctx.beat.producerId,
    });
    await enforceLimit(ctx, "edit", ctx.viewer.userId);
    await Beats.setVersesLimit(ctx, ctx.beat, versesCount);
    return null;
  },
});

/**
 * Sets what others may do with a beat. Only the beat's producer may call it.
 * Verses that are already recorded keep the terms they were recorded under.
 * @throws CANNOT_CHANGE_TERMS, RATE_LIMITED, and the codes of `beatMutation`
 */
export const setTerms = beatMutation({
  args: { terms: termsValidator },
  returns: v.null(),
  handler: async (ctx, { terms }) => {
    requireAct(ctx.viewer, "beat:setTerms", { ownerId: ctx.beat.producerId });
    await Beats.setTerms(ctx, ctx.beat, terms);
    return null;
  },
});

/**
 * Deletes a beat with its verses, votes, waveforms and files. Only the beat's
 * producer may call it, even while suspended. The rappers of other people's
 * verses are told, and can save the files for seven days.
 * @throws CANNOT_DELETE_BEAT, RATE_LIMITED, and the codes of `ownBeatMutation`
 */
export const remove = ownBeatMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    requireAct(ctx.viewer, "beat:remove", { ownerId: ctx.beat.producerId });
    await enforceLimit(ctx, "edit", ctx.viewer.userId);
    await Beats.removeOwnBeat(ctx, ctx.beat);
    return null;
  },
});

/** Stores a beat whose file `create` has checked. */
export const insert = internalMemberMutation({
  args: { ...beatArgs, ...audioFields },
  returns: v.id("beats"),
  handler: async (ctx, args) => {
    requireAct(ctx.viewer, "beat:create");
    const beatId = await Beats.createBeat(ctx, ctx.viewer, args);
    await noticeSameAudio(ctx, ctx.viewer.userId, beatId, args.storageId);
    return beatId;
  },
});

/**
 * Publishes an uploaded MP3 or WAV file as a beat, and returns the new beat's
 * id. Only members who produce may call it. Without `terms`, the beat gets
 * DEFAULT_TERMS. Reads the length and format from the file, whatever its name
 * says. If someone else published the same audio before, the moderators are
 * told. Deletes the upload if it is refused, so a retry needs a new upload.
 * @throws ONLY_PRODUCERS_UPLOAD, PEAKS_INVALID, FIRST_BAR_INVALID, KEY_INVALID,
 * LOUDNESS_INVALID, FILE_NOT_FOUND, STORAGE_FULL, BEAT_FILE_INVALID,
 * BEAT_TOO_SHORT, BEAT_TOO_LONG, BEAT_FILE_TOO_LARGE, BEAT_FILE_ODD,
 * BEAT_FILE_JOINED, RATE_LIMITED, and the codes of `checkBeat` and
 * `memberMutation`
 */
export const create = publicAction({
  // Pages from an earlier version of the app still send a file name.
  args: { ...beatArgs, fileName: v.optional(v.string()) },
  returns: v.id("beats"),
  handler: async (ctx, { fileName: _, ...beat }): Promise<Id<"beats">> =>
    publishBeat(ctx, beat),
});
