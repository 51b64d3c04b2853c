import type { Doc, Id } from "../../_generated/dataModel";
import { appError } from "../errors";
import type { ContentType } from "../../shared/validators";
import type { ActTarget } from "../../shared/permissions";
import type { ReadCtx } from "../contexts";

/**
 * Refers to a beat or a verse: anything that has votes and a waveform. This is
 * its name in the data everywhere; a "track" is one that the player plays, and
 * a "subject" is anything that a case can be about.
 */
export interface ContentRef {
  contentType: ContentType;
  contentId: string;
}

export type ContentId = Id<"beats"> | Id<"verses">;

/** Returns null if the text is not an id of that type. */
export function normalizeContentId(
  ctx: ReadCtx,
  { contentType, contentId }: ContentRef,
): ContentId | null {
  return contentType === "beat"
    ? ctx.db.normalizeId("beats", contentId)
    : ctx.db.normalizeId("verses", contentId);
}

/** @throws BEAT_NOT_FOUND */
export async function loadBeat(
  ctx: Pick<ReadCtx, "db">,
  beatId: Id<"beats"> | null,
): Promise<Doc<"beats">> {
  const beat = beatId && (await ctx.db.get("beats", beatId));
  if (!beat) throw appError("BEAT_NOT_FOUND");
  return beat;
}

/** @throws VERSE_NOT_FOUND */
export async function loadVerse(
  ctx: Pick<ReadCtx, "db">,
  verseId: Id<"verses"> | null,
): Promise<Doc<"verses">> {
  const verse = verseId && (await ctx.db.get("verses", verseId));
  if (!verse) throw appError("VERSE_NOT_FOUND");
  return verse;
}

/** Returns null if there is no such beat or verse. */
export async function findContent(
  ctx: ReadCtx,
  { contentType, contentId }: ContentRef,
): Promise<Doc<"beats"> | Doc<"verses"> | null> {
  if (contentType === "beat") {
    const id = ctx.db.normalizeId("beats", contentId);
    return id && ctx.db.get("beats", id);
  }
  const id = ctx.db.normalizeId("verses", contentId);
  return id && ctx.db.get("verses", id);
}

/** @throws BEAT_NOT_FOUND, VERSE_NOT_FOUND */
export async function loadContent(
  ctx: ReadCtx,
  { contentType, contentId }: ContentRef,
): Promise<Doc<"beats"> | Doc<"verses">> {
  return contentType === "beat"
    ? loadBeat(ctx, ctx.db.normalizeId("beats", contentId))
    : loadVerse(ctx, ctx.db.normalizeId("verses", contentId));
}

/** Returns whose work a beat or verse is, for a check of permissions. */
export const targetOf = (content: Doc<"beats"> | Doc<"verses">): ActTarget =>
  "producerId" in content
    ? { ownerId: content.producerId }
    : { ownerId: content.rapperId, beatProducerId: content.beat.producerId };
