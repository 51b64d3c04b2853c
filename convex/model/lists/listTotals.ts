import type { ReadCtx, WriteCtx } from "../contexts";
import { SHARDS, someShard } from "../shards";

/** Returns the stored length of a list, or 0 if it never had an item. */
export async function totalOf(ctx: ReadCtx, list: string): Promise<number> {
  const totals = await listShards(ctx, list);
  return totals.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Adds `by`, which may be negative, to the stored length of a list. Pass shard
 * 0 for the list of one artist, because nobody else adds to it.
 */
export async function changeTotal(
  ctx: WriteCtx,
  list: string,
  by: number,
  shard = someShard(),
): Promise<void> {
  const total = await ctx.db
    .query("listTotals")
    .withIndex("by_list_and_shard", (q) =>
      q.eq("list", list).eq("shard", shard),
    )
    .unique();
  if (total === null)
    await ctx.db.insert("listTotals", { list, shard, count: by });
  else await ctx.db.patch("listTotals", total._id, { count: total.count + by });
}

/** Deletes the length of a list. */
export async function removeTotal(ctx: WriteCtx, list: string): Promise<void> {
  for (const { _id } of await listShards(ctx, list))
    await ctx.db.delete("listTotals", _id);
}

/** Rows from earlier versions have no shard. */
const listShards = (ctx: ReadCtx, list: string) =>
  ctx.db
    .query("listTotals")
    .withIndex("by_list_and_shard", (q) => q.eq("list", list))
    .take(SHARDS + 1);
