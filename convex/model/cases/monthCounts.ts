import {
  COUNT_NAMES,
  type CountName,
  type Month,
} from "../../shared/moderation";
import type { ReadCtx, WriteCtx } from "../contexts";

const MOST_MONTHS = 24;

/** Counts one event in the current month. */
export async function countInMonth(
  ctx: WriteCtx,
  name: CountName,
): Promise<void> {
  const month = new Date().toISOString().slice(0, "2026-11".length);
  const counter = await ctx.db
    .query("monthCounts")
    .withIndex("by_month_and_name", (q) =>
      q.eq("month", month).eq("name", name),
    )
    .unique();
  if (counter === null) {
    await ctx.db.insert("monthCounts", { month, name, count: 1 });
  } else {
    await ctx.db.patch("monthCounts", counter._id, {
      count: counter.count + 1,
    });
  }
}

/**
 * Returns all counters of the last months, newest first. What is read beyond
 * those months may end in the middle of one.
 */
export async function listMonths(ctx: ReadCtx): Promise<Month[]> {
  const counters = await ctx.db
    .query("monthCounts")
    .withIndex("by_month_and_name")
    .order("desc")
    .take(MOST_MONTHS * COUNT_NAMES.length);
  const months = new Map<string, Month["counts"]>();
  for (const { month, name, count } of counters) {
    months.set(month, [...(months.get(month) ?? []), { name, count }]);
  }
  return [...months]
    .slice(0, MOST_MONTHS)
    .map(([month, counts]) => ({ month, counts }));
}
