import { v } from "convex/values";
import {
  internalMemberMutation,
  internalMutation,
  memberMutation,
} from "./functions";
import * as Uploads from "./model/uploads";
import { requireAct } from "./permissions";
import { fileKindValidator, type FileKind } from "./shared/validators";

const ACT_OF_KIND = {
  beats: "beat:create",
  verses: "verse:create",
} as const satisfies Record<FileKind, string>;

export const generateUploadUrl = memberMutation({
  args: { kind: fileKindValidator },
  returns: v.string(),
  handler: async (ctx, { kind }) => {
    requireAct(ctx.viewer, ACT_OF_KIND[kind]);
    return Uploads.createUploadUrl(ctx, ctx.viewer.userId);
  },
});

/** Makes an upload the caller's own, before its bytes are looked at. */
export const reserve = internalMemberMutation({
  args: { kind: fileKindValidator, storageId: v.id("_storage") },
  returns: v.object({ sizeBytes: v.number() }),
  handler: async (ctx, args) => {
    requireAct(ctx.viewer, ACT_OF_KIND[args.kind]);
    return Uploads.reserveUpload(ctx, ctx.viewer.userId, args);
  },
});

/** Deletes a refused upload of the caller. */
export const discard = internalMemberMutation({
  args: { storageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, { storageId }) => {
    await Uploads.discardUpload(ctx, ctx.viewer.userId, storageId);
    return null;
  },
});

/** Removes uploads that nothing claimed within a day. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Uploads.sweepUploads(ctx);
    return null;
  },
});
