import {
  COUNT_NAMES,
  type CountName,
  type Month,
} from "../../shared/moderation";
import type { ReadCtx, WriteCtx } from "../contexts";
import { SHARDS, someShard } from "../shards";

const MOST_MONTHS = 24;

/** Counts one event in the current month. */
export async function countInMonth(
  ctx: WriteCtx,
  name: CountName,
): Promise<void> {
  const month = new Date().toISOString().slice(0, "2026-11".length);
  const shard = someShard();
  const counter = await ctx.db
    .query("monthCounts")
    .withIndex("by_month_and_name_and_shard", (q) =>
      q.eq("month", month).eq("name", name).eq("shard", shard),
    )
    .unique();
  if (counter === null) {
    await ctx.db.insert("monthCounts", { month, name, shard, count: 1 });
  } else {
    await ctx.db.patch("monthCounts", counter._id, {
      count: counter.count + 1,
    });
  }
}

/**
 * Returns all counters of the latest months, newest first. Drops any older
 * month, of which it may have read only a part.
 */
export async function listMonths(ctx: ReadCtx): Promise<Month[]> {
  const counters = await ctx.db
    .query("monthCounts")
    .withIndex("by_month_and_name_and_shard")
    .order("desc")
    .take(MOST_MONTHS * COUNT_NAMES.length * (SHARDS + 1));
  const months = new Map<string, Map<CountName, number>>();
  for (const { month, name, count } of counters) {
    const counts = months.get(month) ?? new Map<CountName, number>();
    months.set(month, counts.set(name, (counts.get(name) ?? 0) + count));
  }
  return [...months].slice(0, MOST_MONTHS).map(([month, counts]) => ({
    month,
    counts: [...counts].map(([name, count]) => ({ name, count })),
  }));
}
