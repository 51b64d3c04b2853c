import { v } from "convex/values";
import { internalMutation, query } from "./builders.ts";

export const tick = internalMutation({
  args: { cron: v.string() },
  handler: async (ctx, { cron }) => {
    const last = await ctx.db
      .query("ticks")
      .withIndex("by_cron", (q) => q.eq("cron", cron))
      .unique();
    if (last === null) await ctx.db.insert("ticks", { cron, n: 1 });
    else await ctx.db.patch(last._id, { n: last.n + 1 });
  },
});

export const fail = internalMutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("ticks", { cron: "fails", n: 1 });
    throw new Error("The cron fails.");
  },
});

export const count = query({
  args: { cron: v.string() },
  returns: v.number(),
  handler: async (ctx, { cron }) => {
    const last = await ctx.db
      .query("ticks")
      .withIndex("by_cron", (q) => q.eq("cron", cron))
      .unique();
    return last?.n ?? 0;
  },
});
