import type { ReadCtx, WriteCtx } from "../contexts";

/** Returns the stored length of a list, or 0 if it never had an item. */
export async function totalOf(ctx: ReadCtx, list: string): Promise<number> {
  return (await findTotal(ctx, list))?.count ?? 0;
}

/** Adds `by`, which may be negative, to the stored length of a list. */
export async function changeTotal(
  ctx: WriteCtx,
  list: string,
  by: number,
): Promise<void> {
  const total = await findTotal(ctx, list);
  if (total === null) await ctx.db.insert("listTotals", { list, count: by });
  else await ctx.db.patch("listTotals", total._id, { count: total.count + by });
}

const findTotal = (ctx: ReadCtx, list: string) =>
  ctx.db
    .query("listTotals")
    .withIndex("by_list", (q) => q.eq("list", list))
    .unique();
