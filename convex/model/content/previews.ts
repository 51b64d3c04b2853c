import type { Doc, Id } from "../../_generated/dataModel";
import { PREVIEW_DRAWING, type PreviewFacts } from "../../shared/previewFacts";
import type { ReadCtx, WriteCtx } from "../contexts";
import { findProfile } from "../profiles/profiles";
import { enforceLimit } from "../rateLimits/rateLimits";
import { sha256 } from "../sha256";
import { isRunning, runningBetween } from "../turns";
import type { ContentId, ContentRef } from "./content";

/**
 * Limits how many drawings run at a time, for all callers together. Each keeps a
 * thread busy that other actions need, such as signing in.
 */
const MAX_DRAWINGS = 2;

/** A preview as it is now. */
export type FoundPreview =
  | { status: "missing" }
  | { status: "stored"; storageId: Id<"_storage">; version: string }
  | { status: "busy" } // it is being drawn, or too many other pictures are
  | { status: "wanted" };

/** A picture to draw, and the version to store it under. */
export interface PreviewTask {
  contentId: ContentId;
  version: string;
  facts: PreviewFacts;
}

/**
 * Finds the picture of a beat or verse. A picture that shows an old name counts
 * as wanted.
 */
export async function findPreview(
  ctx: ReadCtx,
  content: ContentRef,
): Promise<FoundPreview> {
  const found = await readFacts(ctx, content);
  if (!found) return { status: "missing" };
  const { contentId, facts } = found;
  const row = await findRow(ctx, contentId);
  const version = versionOf(facts);
  if (row?.storageId && row.version === version) {
    return { status: "stored", storageId: row.storageId, version };
  }
  const isBusy = isDrawing(row) || (await hasNoPlace(ctx));
  return { status: isBusy ? "busy" : "wanted" };
}

/**
 * Starts the drawing of a picture. Returns null if it is being drawn already, if
 * too many others are, or if its content is gone. A caller that gets a task must
 * call `keepPreview` or `abandonPreview`.
 * @throws RATE_LIMITED
 */
export async function beginPreview(
  ctx: WriteCtx,
  content: ContentRef,
): Promise<PreviewTask | null> {
  const found = await readFacts(ctx, content);
  if (!found) return null;
  const { contentId, facts } = found;
  const row = await findRow(ctx, contentId);
  if (isDrawing(row) || (await hasNoPlace(ctx))) return null;
  await enforceLimit(ctx, "preview", contentId);
  const drawingSince = Date.now();
  if (row) await ctx.db.patch("previews", row._id, { drawingSince });
  else {
    const empty = { version: "", storageId: null };
    await ctx.db.insert("previews", { contentId, ...empty, drawingSince });
  }
  return { contentId, version: versionOf(facts), facts };
}

/**
 * Stores a drawn picture in place of the last one. Deletes the new file instead
 * if the beat or verse has been removed meanwhile.
 */
export async function keepPreview(
  ctx: WriteCtx,
  { contentId, version }: Pick<PreviewTask, "contentId" | "version">,
  storageId: Id<"_storage">,
): Promise<void> {
  const row = await findRow(ctx, contentId);
  if (row === null) return ctx.storage.delete(storageId);
  const last = row.storageId;
  await ctx.db.patch("previews", row._id, {
    version,
    storageId,
    drawingSince: null,
  });
  if (last) await deleteFile(ctx, last);
}

/** Lets the next request try again after a drawing has failed. */
export async function abandonPreview(
  ctx: WriteCtx,
  contentId: ContentId,
): Promise<void> {
  const row = await findRow(ctx, contentId);
  if (row) await ctx.db.patch("previews", row._id, { drawingSince: null });
}

export async function removePreview(
  ctx: WriteCtx,
  contentId: ContentId,
): Promise<void> {
  const row = await findRow(ctx, contentId);
  if (row === null) return;
  await ctx.db.delete("previews", row._id);
  if (row.storageId) await deleteFile(ctx, row.storageId);
}

/** Returns whether a stored file is the picture of something. */
export async function isPreview(
  ctx: ReadCtx,
  storageId: Id<"_storage">,
): Promise<boolean> {
  const row = await ctx.db
    .query("previews")
    .withIndex("by_storageId", (q) => q.eq("storageId", storageId))
    .first();
  return row !== null;
}

async function deleteFile(ctx: WriteCtx, storageId: Id<"_storage">) {
  const stored = await ctx.db.system.get("_storage", storageId);
  if (stored) await ctx.storage.delete(storageId);
}

async function readFacts(
  ctx: ReadCtx,
  { contentType, contentId: text }: ContentRef,
): Promise<Pick<PreviewTask, "contentId" | "facts"> | null> {
  if (contentType === "beat") {
    const contentId = ctx.db.normalizeId("beats", text);
    const facts = contentId && (await factsOfBeat(ctx, contentId));
    return facts && { contentId, facts };
  }
  const contentId = ctx.db.normalizeId("verses", text);
  const facts = contentId && (await factsOfVerse(ctx, contentId));
  return facts && { contentId, facts };
}

async function factsOfBeat(
  ctx: ReadCtx,
  id: Id<"beats">,
): Promise<PreviewFacts | null> {
  const beat = await ctx.db.get("beats", id);
  if (!beat) return null;
  const producer = await findProfile(ctx, beat.producerId);
  return {
    beatId: beat._id,
    rapperId: null,
    title: beat.title,
    names: [producer?.username ?? ""],
    state: beat.state,
  };
}

async function factsOfVerse(
  ctx: ReadCtx,
  id: Id<"verses">,
): Promise<PreviewFacts | null> {
  const verse = await ctx.db.get("verses", id);
  if (!verse) return null;
  const rapper = await findProfile(ctx, verse.rapperId);
  const producer = await findProfile(ctx, verse.beat.producerId);
  return {
    beatId: verse.beatId,
    rapperId: verse.rapperId,
    title: verse.beat.title,
    names: [rapper?.username ?? verse.rapperUsername, producer?.username ?? ""],
    state: rapper?.state ?? "",
  };
}

const versionOf = (facts: PreviewFacts) =>
  sha256(JSON.stringify([PREVIEW_DRAWING, facts])).slice(0, 32);

const isDrawing = (row: Doc<"previews"> | null) =>
  row !== null && isRunning(row.drawingSince);

async function hasNoPlace(ctx: ReadCtx): Promise<boolean> {
  const { after, before } = runningBetween();
  const drawing = await ctx.db
    .query("previews")
    .withIndex("by_drawingSince", (q) =>
      q.gt("drawingSince", after).lt("drawingSince", before),
    )
    .take(MAX_DRAWINGS);
  return drawing.length === MAX_DRAWINGS;
}

const findRow = (ctx: ReadCtx, contentId: ContentId) =>
  ctx.db
    .query("previews")
    .withIndex("by_contentId", (q) => q.eq("contentId", contentId))
    .unique();
