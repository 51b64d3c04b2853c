/**
 * Files that arrive in pieces, so that a broken connection costs one piece at
 * most. A client begins an upload, sends each piece to `receive`, joins them,
 * and publishes the file with `beats.create` or `verses.create`.
 */
import { v } from "convex/values";
import {
  httpAction,
  internalMemberMutation,
  internalMutation,
  memberMutation,
  publicAction,
  viewerQuery,
} from "./functions";
import type { Id } from "./_generated/dataModel";
import { requireAct } from "./model/accounts/requireAct";
import * as Joining from "./model/content/joining";
import { answerPreflight, receivePiece } from "./model/content/receivePiece";
import * as Uploads from "./model/content/uploadsInPieces";
import { uploadStateValidator } from "./shared/uploads";
import { fileKindValidator } from "./shared/validators";

/**
 * A refusal that is returned, because a throw would undo the count of the
 * attempt.
 */
const refusedValidator = v.object({
  refusal: v.union(
    v.literal("FILE_NOT_FOUND"),
    v.literal("PIECE_INVALID"),
    v.literal("UPLOAD_INCOMPLETE"),
  ),
});

const ACT_OF_KIND = { beats: "beat:create", verses: "verse:create" } as const;

/**
 * Announces a file and returns how to cut it and which pieces the server has.
 * Announcing the same file again returns the same upload, until it is published
 * or a day is over, or six hours for an account younger than a day. Only members
 * who may publish this kind of file may call it.
 * `sha256` is that of the whole file, in lower-case hex.
 * @throws ONLY_PRODUCERS_UPLOAD, ONLY_RAPPERS_RECORD, BEAT_FILE_INVALID,
 * VERSE_FILE_INVALID, BEAT_FILE_TOO_LARGE, VERSE_FILE_TOO_LARGE, STORAGE_FULL,
 * RATE_LIMITED, and the codes of `memberMutation`
 */
export const begin = memberMutation({
  args: {
    kind: fileKindValidator,
    contentType: v.string(),
    sizeBytes: v.number(),
    sha256: v.string(),
  },
  returns: uploadStateValidator,
  handler: async (ctx, announced) => {
    requireAct(ctx.viewer, ACT_OF_KIND[announced.kind]);
    return Uploads.beginUpload(ctx, ctx.viewer, announced);
  },
});

/**
 * Returns the state of an upload of the caller. Null when signed out, or if
 * there is no longer such an upload.
 */
export const get = viewerQuery({
  args: { uploadId: v.id("uploads") },
  returns: v.union(uploadStateValidator, v.null()),
  handler: async (ctx, { uploadId }) => {
    if (ctx.viewer === null) return null;
    const { userId } = ctx.viewer;
    const upload = await Uploads.findUpload(ctx, userId, uploadId);
    return upload && Uploads.stateOf(ctx, upload);
  },
});

/**
 * Joins the pieces of an upload of the caller, and returns the file that can be
 * published. Safe to call again. Also throws RATE_LIMITED while too many other
 * uploads are joined.
 * @throws FILE_NOT_FOUND, UPLOAD_INCOMPLETE, RATE_LIMITED, and the codes of
 * `memberMutation`; UPLOAD_DAMAGED if the file is not the announced one, which
 * ends the upload
 */
export const join = publicAction({
  args: { uploadId: v.id("uploads") },
  returns: v.id("_storage"),
  handler: async (ctx, { uploadId }): Promise<Id<"_storage">> =>
    Joining.joinPieces(ctx, uploadId),
});

/**
 * Ends an upload of the caller and deletes what has arrived. Does nothing if
 * there is no such upload; a published file stays.
 * @throws RATE_LIMITED, and the codes of `memberMutation`
 */
export const cancel = memberMutation({
  args: { uploadId: v.id("uploads") },
  returns: v.null(),
  handler: async (ctx, { uploadId }) => {
    await Uploads.cancelUpload(ctx, ctx.viewer.userId, uploadId);
    return null;
  },
});

/**
 * Answers POST /api/pieces, whose body is one piece. The headers name the
 * upload, the index of the piece and its SHA-256; the token is that of the
 * session. A piece may arrive twice and in any order.
 */
export const receive = httpAction(receivePiece);

/** Answers OPTIONS /api/pieces. */
export const allow = httpAction(async () => answerPreflight());

/** Counts and checks a piece before it is stored. */
export const admitPiece = internalMemberMutation({
  args: { uploadId: v.string(), index: v.number() },
  returns: v.union(
    v.object({
      uploadId: v.id("uploads"),
      expectedBytes: v.number(),
      isReceived: v.boolean(),
    }),
    refusedValidator,
  ),
  handler: async (ctx, piece) =>
    Uploads.admitPiece(ctx, ctx.viewer.userId, piece),
});

/**
 * Keeps a stored piece. Does not ask for a session: the person may have signed
 * out since the piece was admitted, and the piece is still theirs.
 */
export const addPiece = internalMutation({
  args: {
    uploadId: v.id("uploads"),
    index: v.number(),
    storageId: v.id("_storage"),
  },
  returns: v.null(),
  handler: async (ctx, piece) => {
    await Uploads.addPiece(ctx, piece);
    return null;
  },
});

/**
 * Returns the pieces that `join` reads, or the file if it is joined already.
 * Returns null if the upload has to wait for its turn.
 */
export const startJoin = internalMemberMutation({
  args: { uploadId: v.id("uploads"), isFirstTry: v.boolean() },
  returns: v.union(
    v.object({
      joined: v.union(v.id("_storage"), v.null()),
      pieces: v.array(v.id("_storage")),
      contentType: v.string(),
    }),
    refusedValidator,
    v.null(),
  ),
  handler: async (ctx, args) => Joining.startJoin(ctx, ctx.viewer.userId, args),
});

/**
 * Lets the next caller join an upload after a join of it has failed. Like
 * `finishJoin`, it does not ask for a session: otherwise somebody who signs out
 * meanwhile would block a turn that everybody shares.
 */
export const abandonJoin = internalMutation({
  args: { uploadId: v.id("uploads") },
  returns: v.null(),
  handler: async (ctx, { uploadId }) => {
    await Joining.abandonJoin(ctx, uploadId);
    return null;
  },
});

/** Gives a joined file to the owner of its upload, or deletes it. */
export const finishJoin = internalMutation({
  args: { uploadId: v.id("uploads"), storageId: v.id("_storage") },
  returns: v.union(v.id("_storage"), v.null()),
  handler: async (ctx, joined) => Joining.finishJoin(ctx, joined),
});

/** Deletes pieces that nobody joined within a day. Run by a cron job. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Uploads.sweepPieces(ctx);
    return null;
  },
});
