import type { Doc, Id } from "../_generated/dataModel";
import { appError } from "../errors";
import type { ContentType } from "../shared/validators";
import type { ReadCtx } from "./contexts";

/** Beats and verses alike: what can be voted for, and has a waveform. */
export interface ContentRef {
  contentType: ContentType;
  contentId: string;
}

export type ContentId = Id<"beats"> | Id<"verses">;

/** Null for what is no id of that kind. */
export function normalizeContentId(
  ctx: ReadCtx,
  { contentType, contentId }: ContentRef,
): ContentId | null {
  return contentType === "beat"
    ? ctx.db.normalizeId("beats", contentId)
    : ctx.db.normalizeId("verses", contentId);
}

export async function loadBeat(
  ctx: Pick<ReadCtx, "db">,
  beatId: Id<"beats"> | null,
): Promise<Doc<"beats">> {
  const beat = beatId && (await ctx.db.get("beats", beatId));
  if (!beat) throw appError("BEAT_NOT_FOUND");
  return beat;
}

export async function loadVerse(
  ctx: Pick<ReadCtx, "db">,
  verseId: Id<"verses"> | null,
): Promise<Doc<"verses">> {
  const verse = verseId && (await ctx.db.get("verses", verseId));
  if (!verse) throw appError("VERSE_NOT_FOUND");
  return verse;
}

export async function loadContent(
  ctx: ReadCtx,
  { contentType, contentId }: ContentRef,
): Promise<Doc<"beats"> | Doc<"verses">> {
  return contentType === "beat"
    ? loadBeat(ctx, ctx.db.normalizeId("beats", contentId))
    : loadVerse(ctx, ctx.db.normalizeId("verses", contentId));
}
