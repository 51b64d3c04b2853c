import { v } from "convex/values";
import {
  accountMutation,
  internalAccountMutation,
  internalAction,
  internalMutation,
  internalQuery,
  viewerQuery,
} from "./functions";
import * as Exports from "./model/exports/exports";
import {
  sendingValidator,
  wantedValidator,
} from "./model/exports/pieceValidators";
import { readSounds as read } from "./model/exports/readSounds";
import * as SendTurns from "./model/exports/sendTurns";
import * as SoundTurns from "./model/exports/soundTurns";
import { takeStep, takeStepOrFail } from "./model/exports/steps";
import { exportValidator } from "./shared/exports";

const ofExport = { exportId: v.id("exports") };

/** Returns the viewer's export, or null if there is none. */
export const mine = viewerQuery({
  args: {},
  returns: v.union(exportValidator, v.null()),
  handler: async (ctx) =>
    ctx.viewer && Exports.findExportInfo(ctx, ctx.viewer.userId),
});

/**
 * Starts to prepare one ZIP of everything that belongs to the caller. Does
 * nothing while one is being prepared. For signed-in people.
 * @throws NOT_SIGNED_IN, RATE_LIMITED
 */
export const start = accountMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Exports.startExport(ctx, ctx.viewer.userId);
    return null;
  },
});

/** Finds out what a piece of the caller's export consists of, if it can be sent now. */
export const startSending = internalAccountMutation({
  args: wantedValidator.fields,
  returns: sendingValidator,
  handler: async (ctx, wanted) =>
    SendTurns.startSending(ctx, ctx.viewer.userId, wanted),
});

/** Lets the caller's next request for a piece begin. */
export const endSending = internalAccountMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await SendTurns.endSending(ctx, ctx.viewer.userId);
    return null;
  },
});

/** Does the next step of an export. The export has failed if that throws. */
export const step = internalMutation({
  args: ofExport,
  returns: v.null(),
  handler: async (ctx, { exportId }) => {
    await takeStepOrFail(ctx, exportId);
    return null;
  },
});

/** Does the next step of an export, and schedules the one after it. */
export const attemptStep = internalMutation({
  args: ofExport,
  returns: v.null(),
  handler: async (ctx, { exportId }) => {
    await takeStep(ctx, exportId);
    return null;
  },
});

/** Returns the audio files that the export reads next. */
export const nextSounds = internalQuery({
  args: ofExport,
  returns: v.array(
    v.object({
      _id: v.id("exportEntries"),
      storageId: v.union(v.id("_storage"), v.null()),
    }),
  ),
  handler: async (ctx, { exportId }) => {
    const entries = await SoundTurns.nextSounds(ctx, exportId);
    return entries.map(({ _id, storageId }) => ({ _id, storageId }));
  },
});

/** Reads the next sounds of an export for their checksums. */
export const readSounds = internalAction({
  args: { ...ofExport, turn: v.number() },
  returns: v.null(),
  handler: async (ctx, run) => {
    await read(ctx, run);
    return null;
  },
});

/** Keeps the checksum of a sound. */
export const keepSound = internalMutation({
  args: {
    entryId: v.id("exportEntries"),
    sum: v.union(v.number(), v.null()),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    await SoundTurns.keepSound(ctx, args);
    return null;
  },
});

/** Continues an export after the action of this turn has ended or was cut off. */
export const resume = internalMutation({
  args: { ...ofExport, turn: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await SoundTurns.resumeReading(ctx, args);
    return null;
  },
});

/** Deletes exports that have expired. Run by a cron job. */
export const purge = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Exports.purgeExports(ctx);
    return null;
  },
});

/** Deletes the entries of an export, in batches. */
export const dropEntries = internalMutation({
  args: ofExport,
  returns: v.null(),
  handler: async (ctx, { exportId }) => {
    await Exports.dropEntries(ctx, exportId);
    return null;
  },
});
