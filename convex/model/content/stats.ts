import type { Id } from "../../_generated/dataModel";
import { producerListName } from "../lists/beatLists";
import type { ReadCtx, WriteCtx } from "../contexts";
import { totalOf } from "../lists/listTotals";
import { rapperListName } from "../lists/verseLists";
import { likesInShards } from "./voteShards";

/**
 * Returns a person's totals; likes are the votes received on their beats and
 * verses. An invalid user id gives zeros.
 */
export async function loadStats(ctx: ReadCtx, userId: string) {
  const id = ctx.db.normalizeId("users", userId);
  if (id === null) return { totalBeats: 0, totalVerses: 0, totalLikes: 0 };
  const counted = (await findLikes(ctx, id))?.count ?? 0;
  return {
    ...(await loadTotals(ctx, id)),
    totalLikes: counted + (await likesInShards(ctx, id)),
  };
}

/** Returns how many beats and verses a person has. */
export const loadTotals = async (ctx: ReadCtx, id: Id<"users">) => ({
  totalBeats: await totalOf(ctx, producerListName(id)),
  totalVerses: await totalOf(ctx, rapperListName(id)),
});

export async function changeLikes(
  ctx: WriteCtx,
  userId: Id<"users">,
  by: number,
): Promise<void> {
  if (by === 0) return;
  const likes = await findLikes(ctx, userId);
  if (likes === null) await ctx.db.insert("likes", { userId, count: by });
  else await ctx.db.patch("likes", likes._id, { count: likes.count + by });
}

const findLikes = (ctx: ReadCtx, userId: Id<"users">) =>
  ctx.db
    .query("likes")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
