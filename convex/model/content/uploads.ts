import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { appError } from "../errors";
import { UNCLAIMED_UPLOAD_MS } from "../../shared/limits";
import type { AudioFormat, FileKind } from "../../shared/validators";
import type { ReadCtx, WriteCtx } from "../contexts";
import { isKept } from "../leaving/departures/keptVerses";
import { enforceMemberLimit } from "../rateLimits/rateLimits";
import { hexDigest } from "../sha256";
import type { Member } from "../accounts/viewers";
import { changeUse, requireRoom } from "../storageUse";
import { isPreview } from "./previews";

type StorageId = Id<"_storage">;

const SWEEP_SIZE = 200;
const MEASURED_PER_TURN = 100;

/**
 * Makes the first caller who names an upload its owner. After that, other
 * people can neither claim it nor have it deleted, whatever ids they send.
 * @throws FILE_NOT_FOUND if it is missing, claimed or someone else's;
 * STORAGE_FULL, RATE_LIMITED
 */
export async function reserveUpload(
  ctx: WriteCtx,
  viewer: Pick<Member, "userId" | "joinedAt">,
  { kind, storageId }: { kind: FileKind; storageId: StorageId },
): Promise<{ sizeBytes: number }> {
  const ownerId = viewer.userId;
  await enforceMemberLimit(ctx, "publish", viewer);
  const stored = await ctx.db.system.get("_storage", storageId);
  const file = await findFile(ctx, storageId);
  const isForeign = file !== null && file.ownerId !== ownerId;
  if (stored === null || isForeign || file?.claimedBy) {
    throw appError("FILE_NOT_FOUND");
  }
  if (file === null) {
    await requireRoom(ctx, ownerId, stored.size);
    await ctx.db.insert("files", {
      ...{ ownerId, kind, storageId, extension: null, claimedBy: null },
      ...measured(stored),
    });
    await changeUse(ctx, ownerId, stored.size);
  }
  return { sizeBytes: stored.size };
}

interface Claim {
  claimedBy: Id<"beats"> | Id<"verses">;
  extension: AudioFormat;
}

/**
 * Ties an upload to the beat or verse that uses it, so that the sweep keeps it.
 * @throws FILE_NOT_FOUND if the caller has not reserved it, or it is claimed
 */
export async function claimUpload(
  ctx: WriteCtx,
  ownerId: Id<"users">,
  { storageId, ...claim }: Claim & { storageId: StorageId },
): Promise<void> {
  const file = await findFile(ctx, storageId);
  if (file?.ownerId !== ownerId || file.claimedBy !== null) {
    throw appError("FILE_NOT_FOUND");
  }
  await ctx.db.patch("files", file._id, { ...claim, claimedAt: Date.now() });
}

/**
 * Returns the file that was published first of those with the same audio,
 * perhaps this one. Returns null for a file that is missing or not measured.
 */
export async function findFirstWithAudio(
  ctx: ReadCtx,
  storageId: StorageId,
): Promise<Doc<"files"> | null> {
  const sha256 = (await findFile(ctx, storageId))?.sha256;
  if (sha256 === undefined) return null;
  return ctx.db
    .query("files")
    .withIndex("by_sha256_and_claimedAt", (q) =>
      q.eq("sha256", sha256).gt("claimedAt", 0),
    )
    .first();
}

/** Measures files that earlier versions stored unmeasured, in batches. */
export async function measureOldFiles(ctx: WriteCtx): Promise<void> {
  const files = await ctx.db
    .query("files")
    .withIndex("by_sha256_and_claimedAt", (q) => q.eq("sha256", undefined))
    .take(MEASURED_PER_TURN);
  for (const file of files) await measureOldFile(ctx, file);
  if (files.length === MEASURED_PER_TURN) {
    await ctx.scheduler.runAfter(0, internal.files.measureOld, {});
  }
}

async function measureOldFile(ctx: WriteCtx, file: Doc<"files">) {
  const { _id, _creationTime, ownerId, claimedBy } = file;
  const stored = await ctx.db.system.get("_storage", file.storageId);
  if (stored === null) return ctx.db.delete("files", _id);
  const claimed = claimedBy === null ? {} : { claimedAt: _creationTime };
  await ctx.db.patch("files", _id, { ...measured(stored), ...claimed });
  await changeUse(ctx, ownerId, stored.size);
}

const measured = ({ size, sha256 }: { size: number; sha256: string }) => ({
  sizeBytes: size,
  sha256: hexDigest(sha256),
});

/** Deletes the caller's upload, unless a beat or verse has claimed it. */
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

/**
 * Deletes a file. A file that is kept for the rapper of a deleted verse stays,
 * and still counts as used space.
 */
export async function removeFile(
  ctx: WriteCtx,
  storageId: StorageId,
): Promise<void> {
  const file = await findFile(ctx, storageId);
  const stays = await isKept(ctx, storageId);
  if (file) await ctx.db.delete("files", file._id);
  if (file && !stays) {
    await changeUse(ctx, file.ownerId, -(file.sizeBytes ?? 0));
  }
  const stored = await ctx.db.system.get("_storage", storageId);
  if (stored && !stays) await ctx.storage.delete(storageId);
}

/**
 * Deletes uploads that nothing has claimed, and pictures that nothing shows.
 * Checks every stored file once, when it is a day old. A file left unclaimed for
 * that long stays unclaimed, so one pass is enough.
 */
export async function sweepUploads(ctx: WriteCtx): Promise<void> {
  const sweep = await ctx.db.query("uploadSweeps").first();
  const before = Date.now() - UNCLAIMED_UPLOAD_MS;
  const stored = sweep?.sweptUntil ?? 0;
  // If the stored time is later, a clock was ahead, and the sweep starts over.
  const sweptUntil = stored < before ? stored : 0;
  const files = await ctx.db.system
    .query("_storage")
    .withIndex("by_creation_time", (q) =>
      q.gt("_creationTime", sweptUntil).lt("_creationTime", before),
    )
    .take(SWEEP_SIZE);
  for (const { _id } of files) {
    const file = await findFile(ctx, _id);
    const isUsed = file?.claimedBy || (await isPreview(ctx, _id));
    if (!isUsed) await removeFile(ctx, _id);
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

export const findFile = (ctx: ReadCtx, storageId: StorageId) =>
  ctx.db
    .query("files")
    .withIndex("by_storageId", (q) => q.eq("storageId", storageId))
    .unique();
