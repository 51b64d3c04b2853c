import type { ReadCtx, WriteCtx } from "../contexts";
import { sha256 } from "../sha256";
import type { Id } from "../../_generated/dataModel";
import type { ContentId } from "./content";

type SharedId = ContentId | Id<"cyphers">;

/**
 * Remembers that a beat, a verse or a cypher existed, so that old links to it can say that it was
 * removed. Keeps only a hash of the id, which identifies nobody.
 */
export async function leaveTombstone(
  ctx: WriteCtx,
  id: SharedId,
): Promise<void> {
  await ctx.db.insert("tombstones", { idHash: sha256(id) });
}

export async function hasTombstone(
  ctx: ReadCtx,
  id: SharedId,
): Promise<boolean> {
  const tombstone = await ctx.db
    .query("tombstones")
    .withIndex("by_idHash", (q) => q.eq("idHash", sha256(id)))
    .first();
  return tombstone !== null;
}
