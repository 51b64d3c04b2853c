import { v } from "convex/values";
import {
  internalMemberMutation,
  internalMutation,
  viewerQuery,
} from "./functions";
import * as Uploads from "./model/content/uploads";
import { storageOf } from "./model/storageUse";
import { requireAct } from "./model/accounts/requireAct";
import {
  fileKindValidator,
  storageInfoValidator,
  type FileKind,
} from "./shared/validators";

const ACT_OF_KIND = {
  beats: "beat:create",
  verses: "verse:create",
} as const satisfies Record<FileKind, string>;

/**
 * Returns how many bytes the caller has stored and may store. Null when signed
 * out.
 */
export const myStorage = viewerQuery({
  args: {},
  returns: v.union(storageInfoValidator, v.null()),
  handler: async (ctx) =>
    ctx.viewer === null ? null : storageOf(ctx, ctx.viewer.userId),
});

/**
 * Makes the caller the owner of an upload before its contents are inspected.
 * @throws FILE_NOT_FOUND if it does not exist or belongs to another person;
 * STORAGE_FULL
 */
export const reserve = internalMemberMutation({
  args: { kind: fileKindValidator, storageId: v.id("_storage") },
  returns: v.object({ sizeBytes: v.number() }),
  handler: async (ctx, args) => {
    requireAct(ctx.viewer, ACT_OF_KIND[args.kind]);
    return Uploads.reserveUpload(ctx, ctx.viewer, args);
  },
});

/** Deletes an upload of the caller that was refused. */
export const discard = internalMemberMutation({
  args: { storageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, { storageId }) => {
    await Uploads.discardUpload(ctx, ctx.viewer.userId, storageId);
    return null;
  },
});

/** Deletes uploads that were not published within a day. Run by a cron job. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Uploads.sweepUploads(ctx);
    return null;
  },
});

/** Measures files that earlier versions stored unmeasured. Run by a cron job. */
export const measureOld = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Uploads.measureOldFiles(ctx);
    return null;
  },
});
