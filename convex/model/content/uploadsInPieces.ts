import type { Doc, Id } from "../../_generated/dataModel";
import { internal } from "../../_generated/api";
import {
  MEGABYTE,
  UNCLAIMED_UPLOAD_MS,
  YOUNG_UPLOAD_MS,
} from "../../shared/limits";
import type { UploadState } from "../../shared/uploads";
import { pieceBytesOf, sizeOfPiece } from "../../shared/uploads";
import type { Member } from "../accounts/viewers";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError } from "../errors";
import {
  enforceLimit,
  enforceYoungSums,
  giveBackYoungSums,
  isYoung,
} from "../rateLimits/rateLimits";
import { type Announced, checkAnnounced } from "./announced";
import { changeUse, requireRoom } from "../storageUse";
import { discardUpload, findFile } from "./uploads";

type Upload = Doc<"uploads">;
type UserId = Id<"users">;

const SWEEP_SIZE = 20;

/**
 * Begins an upload in pieces, or returns the one that the caller has already
 * begun for the same file and not published.
 * @throws RATE_LIMITED, STORAGE_FULL, and the codes of `checkAnnounced`
 */
export async function beginUpload(
  ctx: WriteCtx,
  member: Pick<Member, "userId" | "joinedAt">,
  announced: Announced,
): Promise<UploadState> {
  const { userId: ownerId } = member;
  await enforceLimit(ctx, "upload", ownerId);
  checkAnnounced(announced);
  const begun = await findBegun(ctx, ownerId, announced);
  if (begun) return stateOf(ctx, begun);
  await requireRoom(ctx, ownerId, announced.sizeBytes);
  const weight = announced.sizeBytes / MEGABYTE;
  const youngUse = await enforceYoungSums(ctx, member, weight);
  await changeUse(ctx, ownerId, announced.sizeBytes);
  const uploadId = await ctx.db.insert("uploads", {
    ...announced,
    ownerId,
    pieceBytes: pieceBytesOf(announced.sizeBytes),
    youngUse,
    storageId: null,
    expiresAt:
      Date.now() + (isYoung(member) ? YOUNG_UPLOAD_MS : UNCLAIMED_UPLOAD_MS),
  });
  return stateOf(ctx, await requireUpload(ctx, ownerId, uploadId));
}

/** Returns null for an upload that is over or belongs to another person. */
export async function findUpload(
  ctx: ReadCtx,
  ownerId: UserId,
  uploadId: Id<"uploads"> | null,
): Promise<Upload | null> {
  const upload = uploadId && (await findLasting(ctx, uploadId));
  return upload?.ownerId === ownerId ? upload : null;
}

/** Returns null for an upload that is over. */
export async function findLasting(
  ctx: ReadCtx,
  uploadId: Id<"uploads">,
): Promise<Upload | null> {
  const upload = await ctx.db.get("uploads", uploadId);
  if (upload === null || upload.expiresAt <= Date.now()) return null;
  return (await isGone(ctx, upload)) ? null : upload;
}

/** @throws FILE_NOT_FOUND */
async function requireUpload(
  ctx: ReadCtx,
  ownerId: UserId,
  uploadId: Id<"uploads"> | null,
): Promise<Upload> {
  const upload = await findUpload(ctx, ownerId, uploadId);
  if (upload === null) throw appError("FILE_NOT_FOUND");
  return upload;
}

export async function stateOf(
  ctx: ReadCtx,
  upload: Upload,
): Promise<UploadState> {
  const { _id, sizeBytes, pieceBytes, storageId } = upload;
  const pieces = await piecesOf(ctx, _id);
  const file = storageId && (await findFile(ctx, storageId));
  return {
    ...{ uploadId: _id, sizeBytes, pieceBytes, storageId },
    received: pieces.map(({ index }) => index),
    publishedAs: file?.claimedBy ?? null,
  };
}

export interface Admitted {
  uploadId: Id<"uploads">;
  expectedBytes: number;
  isReceived: boolean;
}

/**
 * A refusal that is returned, because a throw would undo the count of the
 * attempt.
 */
export interface RefusedUpload {
  refusal: "FILE_NOT_FOUND" | "PIECE_INVALID" | "UPLOAD_INCOMPLETE";
}

/**
 * Counts an attempt to send a piece, and checks that the caller's upload has
 * such a piece. Returns its size, and whether it has arrived before.
 * @throws RATE_LIMITED
 */
export async function admitPiece(
  ctx: WriteCtx,
  ownerId: UserId,
  { uploadId, index }: { uploadId: string; index: number },
): Promise<Admitted | RefusedUpload> {
  await enforceLimit(ctx, "piece", ownerId);
  const id = ctx.db.normalizeId("uploads", uploadId);
  const upload = await findUpload(ctx, ownerId, id);
  if (upload === null) return { refusal: "FILE_NOT_FOUND" };
  const expectedBytes = sizeOfPiece(upload, index);
  if (expectedBytes === 0) return { refusal: "PIECE_INVALID" };
  const isReceived =
    upload.storageId !== null ||
    (await findPiece(ctx, upload._id, index)) !== null;
  return { uploadId: upload._id, expectedBytes, isReceived };
}

/**
 * Keeps a stored piece. If the same piece has arrived meanwhile, or the upload
 * is over, the new one is deleted.
 */
export async function addPiece(
  ctx: WriteCtx,
  piece: Omit<Doc<"uploadPieces">, "_id" | "_creationTime">,
): Promise<void> {
  const upload = await findLasting(ctx, piece.uploadId);
  const isWanted =
    upload?.storageId === null &&
    (await findPiece(ctx, piece.uploadId, piece.index)) === null;
  if (isWanted) await ctx.db.insert("uploadPieces", piece);
  else await ctx.storage.delete(piece.storageId);
}

/**
 * Ends an upload of the caller. A published file stays. The sums of young
 * accounts get back what has not arrived: otherwise they would limit nobody who
 * sends files and cancels them.
 */
export async function cancelUpload(
  ctx: WriteCtx,
  ownerId: UserId,
  uploadId: Id<"uploads">,
): Promise<void> {
  await enforceLimit(ctx, "piece", ownerId);
  const upload = await findUpload(ctx, ownerId, uploadId);
  if (upload === null) return;
  const { storageId, youngUse = [] } = upload;
  if (storageId === null)
    await giveBackYoungSums(ctx, youngUse, await missingPart(ctx, upload));
  if (storageId) await discardUpload(ctx, ownerId, storageId);
  await removeUpload(ctx, upload);
}

/** Returns which part of a file, from 0 to 1, has not arrived. */
async function missingPart(ctx: ReadCtx, upload: Upload): Promise<number> {
  const sizes = (await piecesOf(ctx, upload._id)).map(({ index }) =>
    sizeOfPiece(upload, index),
  );
  const received = sizes.reduce((sum, size) => sum + size, 0);
  return 1 - received / upload.sizeBytes;
}

/** Deletes the row and the pieces of an upload; a joined file stays. */
export async function removeUpload(
  ctx: WriteCtx,
  { _id, ownerId, sizeBytes, storageId }: Upload,
): Promise<void> {
  await dropPieces(ctx, _id);
  // A joined file is counted as a file, so only pieces are subtracted here.
  if (storageId === null) await changeUse(ctx, ownerId, -sizeBytes);
  await ctx.db.delete("uploads", _id);
}

/**
 * Deletes uploads whose time is up in batches, with their pieces, or with their
 * joined file unless it was published.
 */
export async function sweepPieces(ctx: WriteCtx): Promise<void> {
  const uploads = await ctx.db
    .query("uploads")
    .withIndex("by_expiresAt", (q) => q.lt("expiresAt", Date.now()))
    .take(SWEEP_SIZE);
  for (const upload of uploads) {
    const { ownerId, storageId } = upload;
    if (storageId) await discardUpload(ctx, ownerId, storageId);
    await removeUpload(ctx, upload);
  }
  if (uploads.length === SWEEP_SIZE) {
    await ctx.scheduler.runAfter(0, internal.uploads.sweep, {});
  }
}

/** Returns the pieces that have arrived, in order; at most about thirty. */
export const piecesOf = (ctx: ReadCtx, uploadId: Id<"uploads">) =>
  ctx.db
    .query("uploadPieces")
    .withIndex("by_uploadId_and_index", (q) => q.eq("uploadId", uploadId))
    .take(MOST_PIECES);

/** Read at most this many pieces; the largest file has fewer. */
const MOST_PIECES = 100;

export async function dropPieces(ctx: WriteCtx, uploadId: Id<"uploads">) {
  for (const { _id, storageId } of await piecesOf(ctx, uploadId)) {
    await ctx.db.delete("uploadPieces", _id);
    const stored = await ctx.db.system.get("_storage", storageId);
    if (stored) await ctx.storage.delete(storageId);
  }
}

const findPiece = (ctx: ReadCtx, uploadId: Id<"uploads">, index: number) =>
  ctx.db
    .query("uploadPieces")
    .withIndex("by_uploadId_and_index", (q) =>
      q.eq("uploadId", uploadId).eq("index", index),
    )
    .unique();

/**
 * Returns the person's latest upload of this file, or null if it has ended or
 * is published.
 */
async function findBegun(
  ctx: ReadCtx,
  ownerId: UserId,
  { sha256, kind, contentType }: Announced,
): Promise<Upload | null> {
  const newest = await ctx.db
    .query("uploads")
    .withIndex("by_ownerId_and_sha256", (q) =>
      q.eq("ownerId", ownerId).eq("sha256", sha256),
    )
    .order("desc")
    .first();
  const upload = await findUpload(ctx, ownerId, newest?._id ?? null);
  if (upload?.kind !== kind || upload.contentType !== contentType) return null;
  const file = upload.storageId && (await findFile(ctx, upload.storageId));
  return file?.claimedBy ? null : upload;
}

/** Refusing a joined file deletes it, so an upload without its file is over. */
const isGone = async (ctx: ReadCtx, { storageId }: Upload) =>
  storageId !== null && (await findFile(ctx, storageId)) === null;
