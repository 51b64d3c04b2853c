import type { Doc, Id } from "../../_generated/dataModel";
import type { ReadCtx, WriteCtx } from "../contexts";
import { someShard } from "../shards";
import type { ContentId } from "./content";

/**
 * Shards hold the votes on a busy item until a fold adds them to its numbers;
 * see voteCounts.ts. There are many, so that voters seldom write to the same
 * one.
 */
type Shard = Doc<"voteShards">;
type Item = Doc<"beats"> | Doc<"verses">;

/** Enough for 400 votes a second on Convex; see testing/crowd.test.ts. */
const SHARDS = 64;
/** There are two rounds at a time, or one more while a lost fold is replaced. */
const MOST_OF_ITEM = 3 * SHARDS;
/** Above this, the likes of an author with many busy items lag. */
const MOST_OF_AUTHOR = 4_000;

/** Returns the number of votes on an item, as people see it. */
export async function votesOn(ctx: ReadCtx, item: Item): Promise<number> {
  if (item.foldsAt === undefined) return item.voteCount;
  return item.voteCount + sumOf(await listShards(ctx, item._id));
}

/**
 * Returns how many votes on a person's items are not yet added to the stored
 * likes.
 */
export async function likesInShards(
  ctx: ReadCtx,
  authorId: Id<"users">,
): Promise<number> {
  const shards = await ctx.db
    .query("voteShards")
    .withIndex("by_authorId", (q) => q.eq("authorId", authorId))
    .take(MOST_OF_AUTHOR);
  return sumOf(shards);
}

/** Adds `by`, which may be negative, to a shard of the round. */
export async function addToShard(
  ctx: WriteCtx,
  item: Item,
  { round, by }: { round: number; by: number },
): Promise<void> {
  const shard = someShard(SHARDS);
  const contentId = item._id;
  const found = await ctx.db
    .query("voteShards")
    .withIndex("by_contentId_and_round_and_shard", (q) =>
      q.eq("contentId", contentId).eq("round", round).eq("shard", shard),
    )
    .unique();
  const count = (found?.count ?? 0) + by;
  if (found) return ctx.db.patch("voteShards", found._id, { count });
  const authorId = authorOf(item);
  const row = { contentId, authorId, round, shard, count };
  await ctx.db.insert("voteShards", row);
}

export const listShards = (ctx: ReadCtx, contentId: ContentId) =>
  ctx.db
    .query("voteShards")
    .withIndex("by_contentId_and_round_and_shard", (q) =>
      q.eq("contentId", contentId),
    )
    .take(MOST_OF_ITEM);

/** Returns the shards of earlier rounds, which votes no longer write. */
export const listEarlierShards = (
  ctx: ReadCtx,
  contentId: ContentId,
  round: number,
) =>
  ctx.db
    .query("voteShards")
    .withIndex("by_contentId_and_round_and_shard", (q) =>
      q.eq("contentId", contentId).lt("round", round),
    )
    .take(MOST_OF_ITEM);

/** Deletes shards that are counted, or whose item is deleted. */
export async function removeShards(
  ctx: WriteCtx,
  shards: readonly Shard[],
): Promise<void> {
  for (const { _id } of shards) await ctx.db.delete("voteShards", _id);
}

export const sumOf = (shards: readonly Shard[]): number =>
  shards.reduce((sum, { count }) => sum + count, 0);

/** Returns who made a beat or verse. */
export const authorOf = (item: Item): Id<"users"> =>
  "producerId" in item ? item.producerId : item.rapperId;
