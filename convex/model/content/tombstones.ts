import type { ReadCtx, WriteCtx } from "../contexts";
import { sha256 } from "../sha256";
import type { ContentId } from "./content";

/**
 * Remembers that a beat or a verse existed, so that old links to it can say
 * that it was removed. Keeps only a hash of the id, which leads to nobody.
 */
export async function leaveTombstone(
  ctx: WriteCtx,
  contentId: ContentId,
): Promise<void> {
  await ctx.db.insert("tombstones", { idHash: sha256(contentId) });
}

export async function hasTombstone(
  ctx: ReadCtx,
  contentId: ContentId,
): Promise<boolean> {
  const tombstone = await ctx.db
    .query("tombstones")
    .withIndex("by_idHash", (q) => q.eq("idHash", sha256(contentId)))
    .first();
  return tombstone !== null;
}
