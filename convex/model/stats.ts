import type { Id } from "../_generated/dataModel";
import { producerListName } from "./beatLists";
import type { ReadCtx, WriteCtx } from "./contexts";
import { totalOf } from "./listTotals";
import { rapperListName } from "./verseLists";

/** Likes are the votes received on a person's beats and verses. */
export async function loadStats(ctx: ReadCtx, userId: Id<"users"> | null) {
  if (userId === null) return { totalBeats: 0, totalVerses: 0, totalLikes: 0 };
  return {
    totalBeats: await totalOf(ctx, producerListName(userId)),
    totalVerses: await totalOf(ctx, rapperListName(userId)),
    totalLikes: (await findLikes(ctx, userId))?.count ?? 0,
  };
}

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
