import type { Id } from "../../_generated/dataModel";
import { type Belongings, MOST_COUNTED } from "../../shared/leaving";
import { loadTotals } from "../content/stats";
import type { ReadCtx } from "../contexts";

/** Counts what a deletion of the account would remove. */
export async function countBelongings(
  ctx: ReadCtx,
  userId: Id<"users">,
): Promise<Belongings> {
  const { totalBeats, totalVerses } = await loadTotals(ctx, userId);
  const votes = await ctx.db
    .query("votes")
    .withIndex("by_userId_and_contentId", (q) => q.eq("userId", userId))
    .take(MOST_COUNTED);
  return {
    beats: Math.min(totalBeats, MOST_COUNTED),
    verses: Math.min(totalVerses, MOST_COUNTED),
    votes: votes.length,
    versesOfOthers: await countVersesOfOthers(ctx, userId),
  };
}

async function countVersesOfOthers(
  ctx: ReadCtx,
  userId: Id<"users">,
): Promise<number> {
  const beats = await ctx.db
    .query("beats")
    .withIndex("by_producerId_and_createdAt", (q) => q.eq("producerId", userId))
    .take(MOST_COUNTED);
  const verses = await ctx.db
    .query("verses")
    .withIndex("by_rapperId_and_createdAt", (q) => q.eq("rapperId", userId))
    .take(MOST_COUNTED);
  const all = beats.reduce((sum, { verseCount }) => sum + verseCount, 0);
  const own = verses.filter(({ beat }) => beat.producerId === userId).length;
  return Math.min(Math.max(0, all - own), MOST_COUNTED);
}
