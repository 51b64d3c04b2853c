import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { appError } from "../errors";
import { UNCLAIMED_UPLOAD_MS } from "../shared/limits";
import type { AudioFormat, FileKind } from "../shared/validators";
import type { ReadCtx, WriteCtx } from "./contexts";
import { takeTurn } from "./rateLimits";

type StorageId = Id<"_storage">;

const SWEEP_SIZE = 200;

export async function createUploadUrl(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<string> {
  await takeTurn(ctx, "upload", userId);
  return ctx.storage.generateUploadUrl();
}

/**
 * The first who names an upload owns it. From then on nobody else can claim it
 * or have it deleted, whatever ids they send.
 */
export async function reserveUpload(
  ctx: WriteCtx,
  ownerId: Id<"users">,
  { kind, storageId }: { kind: FileKind; storageId: StorageId },
): Promise<{ sizeBytes: number }> {
  await takeTurn(ctx, "publish", ownerId);
  const stored = await ctx.db.system.get("_storage", storageId);
  const file = await findFile(ctx, storageId);
  const isForeign = file !== null && file.ownerId !== ownerId;
  if (stored === null || isForeign || file?.claimedBy) {
    throw appError("FILE_NOT_FOUND");
  }
  if (file === null) {
    const row = { ownerId, kind, storageId, extension: null, claimedBy: null };
    await ctx.db.insert("files", row);
  }
  return { sizeBytes: stored.size };
}

interface Claim {
  claimedBy: Id<"beats"> | Id<"verses">;
  extension: AudioFormat;
}

export async function claimUpload(
  ctx: WriteCtx,
  ownerId: Id<"users">,
  { storageId, ...claim }: Claim & { storageId: StorageId },
): Promise<void> {
  const file = await findFile(ctx, storageId);
  if (file?.ownerId !== ownerId || file.claimedBy !== null) {
    throw appError("FILE_NOT_FOUND");
  }
  await ctx.db.patch("files", file._id, claim);
}

/** What is claimed, or another's, stays. */
export async function discardUpload(
  ctx: WriteCtx,
  ownerId: Id<"users">,
  storageId: StorageId,
): Promise<void> {
  const file = await findFile(ctx, storageId);
  if (file?.ownerId === ownerId && file.claimedBy === null) {
    await removeFile(ctx, storageId);
  }
}

export async function removeFile(
  ctx: WriteCtx,
  storageId: StorageId,
): Promise<void> {
  const file = await findFile(ctx, storageId);
  if (file) await ctx.db.delete("files", file._id);
  const stored = await ctx.db.system.get("_storage", storageId);
  if (stored) await ctx.storage.delete(storageId);
}

/**
 * Looks once at every stored file when it is a day old. What no beat or verse
 * claims by then nothing ever will, so one pass over the new ones is enough.
 */
export async function sweepUploads(ctx: WriteCtx): Promise<void> {
  const sweep = await ctx.db.query("uploadSweeps").first();
  const sweptUntil = sweep?.sweptUntil ?? 0;
  const files = await ctx.db.system
    .query("_storage")
    .withIndex("by_creation_time", (q) =>
      q
        .gt("_creationTime", sweptUntil)
        .lt("_creationTime", Date.now() - UNCLAIMED_UPLOAD_MS),
    )
    .take(SWEEP_SIZE);
  for (const { _id } of files) {
    const file = await findFile(ctx, _id);
    if (!file?.claimedBy) await removeFile(ctx, _id);
  }
  const last = files.at(-1);
  if (last === undefined) return;
  await keepSweep(ctx, sweep, last._creationTime);
  if (files.length === SWEEP_SIZE) {
    await ctx.scheduler.runAfter(0, internal.files.sweep, {});
  }
}

async function keepSweep(
  ctx: WriteCtx,
  sweep: Doc<"uploadSweeps"> | null,
  sweptUntil: number,
) {
  if (sweep) await ctx.db.patch("uploadSweeps", sweep._id, { sweptUntil });
  else await ctx.db.insert("uploadSweeps", { sweptUntil });
}

const findFile = (ctx: ReadCtx, storageId: StorageId) =>
  ctx.db
    .query("files")
    .withIndex("by_storageId", (q) => q.eq("storageId", storageId))
    .unique();
