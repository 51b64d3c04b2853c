import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { SECOND_MS } from "../../shared/limits";
import { pieceCountOf } from "../../shared/uploads";
import type { WriteCtx } from "../contexts";
import { appError, rateLimited } from "../errors";
import { enforceLimit } from "../rateLimits/rateLimits";
import { hexDigest } from "../sha256";
import { isTurnOf } from "./joinTurns";
import { storeFile } from "./storeFile";
import {
  dropPieces,
  findLasting,
  findUpload,
  piecesOf,
  type RefusedUpload,
  removeUpload,
} from "./uploadsInPieces";

type StorageId = Id<"_storage">;
type UploadId = Id<"uploads">;

/**
 * How often, and at which interval, a caller asks for its turn: others may be
 * joining, perhaps the same pieces.
 */
const MOST_POLLS = 12;
const POLL_MS = 250;
/** How long a caller is told to wait when it has not got a turn. */
const RETRY_MS = 5 * SECOND_MS;

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
  const parts = await waitForTurn(ctx, uploadId);
  if (parts.joined !== null) return parts.joined;
  try {
    return await join(ctx, uploadId, parts);
  } catch (error) {
    await ctx.runMutation(internal.uploads.abandonJoin, { uploadId });
    throw error;
  }
}

/**
 * @throws RATE_LIMITED if the wait takes too long, and the codes of `startJoin`
 */
async function waitForTurn(ctx: ActionCtx, uploadId: UploadId): Promise<Parts> {
  for (let tries = 1; tries <= MOST_POLLS; tries += 1) {
    const parts: Parts | RefusedUpload | null = await ctx.runMutation(
      internal.uploads.startJoin,
      { uploadId, isFirstTry: tries === 1 },
    );
    if (parts !== null && "refusal" in parts) throw appError(parts.refusal);
    if (parts !== null) return parts;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw rateLimited(RETRY_MS);
}

async function join(
  ctx: ActionCtx,
  uploadId: UploadId,
  { pieces, contentType }: Parts,
): Promise<StorageId> {
  const bodies: Blob[] = [];
  for (const id of pieces) bodies.push(await readPiece(ctx, id));
  const whole = new Blob(bodies, { type: contentType });
  const storageId = await storeFile(ctx, whole);
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

/**
 * Gives a caller the pieces to join. Returns null if it is not their turn. A
 * caller that gets pieces must call `finishJoin` or `abandonJoin`. Only the
 * first try of a call counts as an attempt. An upload that lacks pieces is
 * refused before it takes a turn.
 * @throws RATE_LIMITED
 */
export async function startJoin(
  ctx: WriteCtx,
  ownerId: Id<"users">,
  { uploadId, isFirstTry }: { uploadId: UploadId; isFirstTry: boolean },
): Promise<Parts | RefusedUpload | null> {
  if (isFirstTry) await enforceLimit(ctx, "join", ownerId);
  const upload = await findUpload(ctx, ownerId, uploadId);
  if (upload === null) return { refusal: "FILE_NOT_FOUND" };
  const { storageId: joined, contentType } = upload;
  if (joined !== null) return { joined, pieces: [], contentType };
  const pieces = await piecesOf(ctx, uploadId);
  if (pieces.length < pieceCountOf(upload))
    return { refusal: "UPLOAD_INCOMPLETE" };
  if (!(await isTurnOf(ctx, upload))) return null;
  await ctx.db.patch("uploads", uploadId, { joiningSince: Date.now() });
  return {
    joined: null,
    pieces: pieces.map(({ storageId }) => storageId),
    contentType,
  };
}

/** Lets the next caller try again after a join has failed. */
export async function abandonJoin(
  ctx: WriteCtx,
  uploadId: UploadId,
): Promise<void> {
  const upload = await findLasting(ctx, uploadId);
  if (upload === null) return;
  await ctx.db.patch("uploads", uploadId, { joiningSince: undefined });
}

/**
 * Makes a joined file the upload of its owner, who can then publish it. If two
 * files were joined at once, keeps the first. Returns null, and deletes the
 * file, if it is not the announced file or the upload is over.
 */
export async function finishJoin(
  ctx: WriteCtx,
  { uploadId, storageId }: { uploadId: UploadId; storageId: StorageId },
): Promise<StorageId | null> {
  const upload = await findLasting(ctx, uploadId);
  const stored = await ctx.db.system.get("_storage", storageId);
  const sha256 = stored && hexDigest(stored.sha256);
  if (!upload || upload.storageId || sha256 !== upload.sha256) {
    await ctx.storage.delete(storageId);
    if (upload && !upload.storageId) await removeUpload(ctx, upload);
    return upload?.storageId ?? null;
  }
  const { ownerId, kind, sizeBytes, expiresAt, _creationTime } = upload;
  await ctx.db.insert("files", {
    ...{ ownerId, kind, storageId, sizeBytes, sha256 },
    ...{ extension: null, claimedBy: null },
  });
  await ctx.db.patch("uploads", uploadId, {
    storageId,
    joiningSince: undefined,
    // To be published, the file has as much time as its pieces had to arrive. A
    // row may be dated ahead of the clock.
    expiresAt: Math.max(expiresAt, Date.now() + expiresAt - _creationTime),
  });
  await dropPieces(ctx, uploadId);
  return storageId;
}
