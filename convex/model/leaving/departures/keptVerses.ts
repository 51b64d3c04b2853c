import { internal } from "../../../_generated/api";
import type { Doc, Id } from "../../../_generated/dataModel";
import type { ActionCtx } from "../../../_generated/server";
import type { DeletedVerse } from "../../../shared/leaving";
import { DAY_MS, KEPT_VERSE_MS, SECOND_MS } from "../../../shared/limits";
import type { ReadCtx, WriteCtx } from "../../contexts";
import { changeUse } from "../../storageUse";
import { findProfile } from "../../profiles/profiles";
import { countAttempt } from "../../rateLimits/attempts";
import { type Departure, mailNotice } from "./departures";
import { type HeldOn, isReported, nextLookAt, wasRemoved } from "./heldVerses";

type StorageId = Id<"_storage">;

const ROWS_PER_TURN = 50;
const MOST_SHOWN = 50;
/**
 * How often one rapper gets a mail about the same producer, who may delete
 * verse by verse.
 */
const MAIL_RATE = { attempts: 5, periodMs: DAY_MS };
/** A second try, in case the server stopped during the first one. */
const MOVE_AGAIN_MS = 30 * SECOND_MS;

/**
 * Keeps the files of verses that a producer deletes: their rappers are told, and
 * have seven days to save them. Call it before the removal, which then leaves
 * these files alone. A verse of the person who deletes is not kept. The file of
 * one with an open report is held until moderators have decided: deleting must
 * not be a way around them, and a false report must not cost a rapper the file.
 */
export async function keepForRappers(
  ctx: WriteCtx,
  deletedBy: Id<"users">,
  verses: readonly Doc<"verses">[],
): Promise<void> {
  const rappers = new Set<Id<"users">>();
  const goesAt = Date.now() + KEPT_VERSE_MS;
  for (const verse of verses) {
    if (verse.rapperId === deletedBy) continue;
    const subjects = { verseId: verse._id, beatId: verse.beatId };
    const isHeld = await isReported(ctx, subjects);
    await keepVerse(
      ...([ctx, deletedBy, verse] as const),
      isHeld ? { goesAt: nextLookAt(), heldOn: subjects } : { goesAt },
    );
    if (!isHeld) rappers.add(verse.rapperId);
  }
  for (const rapperId of rappers) {
    await mailRapper(ctx, deletedBy, rapperId, goesAt);
  }
}

async function keepVerse(
  ctx: WriteCtx,
  producerId: Id<"users">,
  { rapperId, storageId, beat }: Doc<"verses">,
  time: Pick<Doc<"keptVerses">, "goesAt" | "heldOn">,
): Promise<void> {
  const file = await ctx.db
    .query("files")
    .withIndex("by_storageId", (q) => q.eq("storageId", storageId))
    .unique();
  const keptId = await ctx.db.insert("keptVerses", {
    ...{ rapperId, producerId, storageId, ...time },
    beatTitle: beat.title,
    extension: file?.extension ?? "webm",
    sizeBytes: file?.sizeBytes ?? 0,
    isMoved: false,
  });
  const { moveKept } = internal.leaving;
  await ctx.scheduler.runAfter(0, moveKept, { keptId });
  await ctx.scheduler.runAfter(MOVE_AGAIN_MS, moveKept, { keptId });
}

async function mailRapper(
  ctx: WriteCtx,
  producerId: Id<"users"> | null,
  rapperId: Id<"users">,
  dueAt: number,
): Promise<void> {
  const counted = { limit: "verseDeleted", who: `${producerId} ${rapperId}` };
  if ((await countAttempt(ctx, counted, MAIL_RATE)) > 0) return;
  await mailNotice(ctx, rapperId, { kind: "verseDeleted", dueAt });
}

/** Returns whether a file is kept for the rapper of a deleted verse. */
export async function isKept(
  ctx: ReadCtx,
  storageId: StorageId,
): Promise<boolean> {
  const row = await ctx.db
    .query("keptVerses")
    .withIndex("by_storageId", (q) => q.eq("storageId", storageId))
    .first();
  return row !== null;
}

/**
 * Copies a kept file and deletes the original, because everyone knows its
 * address. Only the rapper learns the new address.
 */
export async function moveKept(
  ctx: ActionCtx,
  keptId: Id<"keptVerses">,
): Promise<void> {
  const { fileToMove, finishMove } = internal.leaving;
  const from: StorageId | null = await ctx.runQuery(fileToMove, { keptId });
  const file = from && (await ctx.storage.get(from));
  if (file === null) return;
  const storageId = await ctx.storage.store(file);
  await ctx.runMutation(finishMove, { keptId, storageId });
}

/** Returns the file of a kept verse if it still has its public address. */
export async function findFileToMove(
  ctx: ReadCtx,
  keptId: Id<"keptVerses">,
): Promise<StorageId | null> {
  const kept = await ctx.db.get("keptVerses", keptId);
  return kept === null || kept.isMoved ? null : kept.storageId;
}

/**
 * Replaces the file of a kept verse by its copy. Deletes the copy if the verse is
 * no longer kept, or another copy was faster.
 */
export async function finishMove(
  ctx: WriteCtx,
  { keptId, storageId }: { keptId: Id<"keptVerses">; storageId: StorageId },
): Promise<void> {
  const original = await findFileToMove(ctx, keptId);
  if (original === null) return ctx.storage.delete(storageId);
  await ctx.db.patch("keptVerses", keptId, { storageId, isMoved: true });
  await ctx.storage.delete(original);
}

/**
 * Deletes files whose seven days are over, in batches, and moves those whose
 * move has failed. Looks after held files.
 */
export async function sweepKept(ctx: WriteCtx): Promise<void> {
  const over = await ctx.db
    .query("keptVerses")
    .withIndex("by_goesAt", (q) => q.lte("goesAt", Date.now()))
    .take(ROWS_PER_TURN);
  for (const kept of over) {
    if (kept.heldOn && !(await wasRemoved(ctx, kept.heldOn)))
      await holdOrRelease(ctx, kept, kept.heldOn);
    else await dropKept(ctx, kept);
  }
  const { moveKept: move, sweepKept: next } = internal.leaving;
  if (over.length === ROWS_PER_TURN) {
    await ctx.scheduler.runAfter(0, next, {});
    return;
  }
  const unmoved = await ctx.db
    .query("keptVerses")
    .withIndex("by_isMoved", (q) => q.eq("isMoved", false))
    .take(ROWS_PER_TURN);
  for (const { _id: keptId } of unmoved) {
    await ctx.scheduler.runAfter(0, move, { keptId });
  }
}

/** Releases a held file if no report is open any more. */
async function holdOrRelease(
  ctx: WriteCtx,
  { _id, producerId, rapperId }: Doc<"keptVerses">,
  heldOn: HeldOn,
): Promise<void> {
  if (await isReported(ctx, heldOn))
    return ctx.db.patch("keptVerses", _id, { goesAt: nextLookAt() });
  const goesAt = Date.now() + KEPT_VERSE_MS;
  await ctx.db.patch("keptVerses", _id, { goesAt, heldOn: undefined });
  await mailRapper(ctx, producerId, rapperId, goesAt);
}

async function dropKept(
  ctx: WriteCtx,
  { _id, rapperId, storageId, sizeBytes }: Doc<"keptVerses">,
): Promise<void> {
  await ctx.db.delete("keptVerses", _id);
  await changeUse(ctx, rapperId, -sizeBytes);
  const stored = await ctx.db.system.get("_storage", storageId);
  if (stored) await ctx.storage.delete(storageId);
}

/**
 * Removes the kept verses of a person, and their name from the verses that they
 * deleted.
 */
export async function removeKept(
  ctx: WriteCtx,
  { userId }: Departure,
): Promise<boolean> {
  const theirs = await ctx.db
    .query("keptVerses")
    .withIndex("by_rapperId_and_heldOn", (q) => q.eq("rapperId", userId))
    .take(ROWS_PER_TURN);
  for (const kept of theirs) await dropKept(ctx, kept);
  const deletedByThem = await ctx.db
    .query("keptVerses")
    .withIndex("by_producerId", (q) => q.eq("producerId", userId))
    .take(ROWS_PER_TURN);
  for (const { _id } of deletedByThem) {
    await ctx.db.patch("keptVerses", _id, { producerId: null });
  }
  return theirs.length + deletedByThem.length > 0;
}

/**
 * Returns the person's verses that producers have deleted and whose files can
 * still be saved: the first fifty, and whether there are more.
 */
export async function listDeletedVerses(
  ctx: ReadCtx,
  rapperId: Id<"users">,
): Promise<{ deleted: DeletedVerse[]; hasMoreDeleted: boolean }> {
  const rows = await ctx.db
    .query("keptVerses")
    .withIndex("by_rapperId_and_heldOn", (q) =>
      q.eq("rapperId", rapperId).eq("heldOn", undefined),
    )
    .take(MOST_SHOWN + 1);
  const shown = rows.slice(0, MOST_SHOWN);
  const deleted = await Promise.all(shown.map((row) => deletedVerse(ctx, row)));
  return { deleted, hasMoreDeleted: rows.length > MOST_SHOWN };
}

/**
 * Deletes the kept file of a deleted verse, and with it the notice. Does
 * nothing if the file is gone already, or was kept for somebody else.
 */
export async function discardKept(
  ctx: WriteCtx,
  rapperId: Id<"users">,
  keptId: string,
): Promise<void> {
  const id = ctx.db.normalizeId("keptVerses", keptId);
  const kept = id && (await ctx.db.get("keptVerses", id));
  if (kept?.rapperId === rapperId) await dropKept(ctx, kept);
}

async function deletedVerse(
  ctx: ReadCtx,
  kept: Doc<"keptVerses">,
): Promise<DeletedVerse> {
  const { _id, producerId, storageId, isMoved } = kept;
  const { beatTitle, goesAt, extension } = kept;
  const producer = producerId && (await findProfile(ctx, producerId));
  return {
    ...{ id: _id, beatTitle, goesAt, extension },
    producer: producer?.username ?? "",
    fileUrl: isMoved ? await ctx.storage.getUrl(storageId) : null,
  };
}
