import type { Doc, Id } from "../../_generated/dataModel";
import type { ReadCtx } from "../contexts";

type Work = { beat: Doc<"beats"> | null; verse: Doc<"verses"> | null };

/** Returns the newest beat or verse of a person. At least one of the two is null. */
export async function newestWork(
  ctx: Pick<ReadCtx, "db">,
  userId: Id<"users">,
): Promise<Work> {
  const beat = await ctx.db
    .query("beats")
    .withIndex("by_producerId_and_createdAt", (q) => q.eq("producerId", userId))
    .order("desc")
    .first();
  const verse = await ctx.db
    .query("verses")
    .withIndex("by_rapperId_and_createdAt", (q) => q.eq("rapperId", userId))
    .order("desc")
    .first();
  const isBeat = (beat?.createdAt ?? 0) >= (verse?.createdAt ?? 0);
  return isBeat ? { beat, verse: null } : { beat: null, verse };
}

/** Returns when a person last published something; 0 if they have nothing. */
export async function latestOf(
  ctx: Pick<ReadCtx, "db">,
  userId: Id<"users">,
): Promise<number> {
  const { beat, verse } = await newestWork(ctx, userId);
  return (beat ?? verse)?.createdAt ?? 0;
}
