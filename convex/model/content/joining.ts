import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { pieceCountOf } from "../../shared/uploads";
import type { WriteCtx } from "../contexts";
import { appError } from "../errors";
import { enforceLimit } from "../rateLimits/rateLimits";
import { hexDigest } from "../sha256";
import { dropPieces, piecesOf, removeUpload } from "./uploadsInPieces";
import { findUpload, requireUpload } from "./uploadsInPieces";

type StorageId = Id<"_storage">;
type UploadId = Id<"uploads">;

/** The pieces of an upload. `joined` is their file if they are joined already. */
export interface Parts {
  joined: StorageId | null;
  pieces: StorageId[];
  contentType: string;
}

/** Joins the pieces of the caller's upload to one file; see `uploads.join`. */
export async function joinPieces(
  ctx: ActionCtx,
  uploadId: UploadId,
): Promise<StorageId> {
  const parts: Parts = await ctx.runMutation(internal.uploads.startJoin, {
    uploadId,
  });
  if (parts.joined !== null) return parts.joined;
  const pieces = await Promise.all(
    parts.pieces.map((id) => readPiece(ctx, id)),
  );
  const whole = new Blob(pieces, { type: parts.contentType });
  const storageId = await ctx.storage.store(whole);
  const joined: StorageId | null = await ctx.runMutation(
    internal.uploads.finishJoin,
    { uploadId, storageId },
  );
  if (joined === null) throw appError("UPLOAD_DAMAGED");
  return joined;
}

async function readPiece(ctx: ActionCtx, storageId: StorageId): Promise<Blob> {
  const piece = await ctx.storage.get(storageId);
  if (piece === null) throw appError("FILE_NOT_FOUND");
  return piece;
}

/** @throws FILE_NOT_FOUND, UPLOAD_INCOMPLETE, RATE_LIMITED */
export async function startJoin(
  ctx: WriteCtx,
  ownerId: Id<"users">,
  uploadId: UploadId,
): Promise<Parts> {
  await enforceLimit(ctx, "join", ownerId);
  const upload = await requireUpload(ctx, ownerId, uploadId);
  const { storageId: joined, contentType } = upload;
  if (joined !== null) return { joined, pieces: [], contentType };
  const pieces = await piecesOf(ctx, uploadId);
  if (pieces.length < pieceCountOf(upload)) throw appError("UPLOAD_INCOMPLETE");
  return {
    joined: null,
    pieces: pieces.map(({ storageId }) => storageId),
    contentType,
  };
}

/**
 * Makes a joined file the upload of its owner, who can publish it then. Of two
 * files that were joined at once, the first stays. Returns null, and deletes
 * the file, if it is not the announced one or the upload is over.
 */
export async function finishJoin(
  ctx: WriteCtx,
  ownerId: Id<"users">,
  { uploadId, storageId }: { uploadId: UploadId; storageId: StorageId },
): Promise<StorageId | null> {
  const upload = await findUpload(ctx, ownerId, uploadId);
  const stored = await ctx.db.system.get("_storage", storageId);
  const sha256 = stored && hexDigest(stored.sha256);
  if (!upload || upload.storageId || sha256 !== upload.sha256) {
    await ctx.storage.delete(storageId);
    if (upload && !upload.storageId) await removeUpload(ctx, upload);
    return upload?.storageId ?? null;
  }
  const { kind, sizeBytes } = upload;
  await ctx.db.insert("files", {
    ...{ ownerId, kind, storageId, sizeBytes, sha256 },
    ...{ extension: null, claimedBy: null },
  });
  await ctx.db.patch("uploads", uploadId, { storageId });
  await dropPieces(ctx, uploadId);
  return storageId;
}
