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

export async function loadContent(
  ctx: ReadCtx,
  { contentType, contentId }: ContentRef,
): Promise<Doc<"beats"> | Doc<"verses">> {
  if (contentType === "beat") {
    const id = ctx.db.normalizeId("beats", contentId);
    const beat = id && (await ctx.db.get("beats", id));
    if (!beat) throw appError("BEAT_NOT_FOUND");
    return beat;
  }
  const id = ctx.db.normalizeId("verses", contentId);
  const verse = id && (await ctx.db.get("verses", id));
  if (!verse) throw appError("VERSE_NOT_FOUND");
  return verse;
}
