import { v } from "convex/values";
import { mutation, query } from "./builders.ts";

export const increment = mutation({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    const counter = await ctx.db
      .query("counters")
      .withIndex("by_name", (q) => q.eq("name", name))
      .unique();
    if (counter === null) {
      await ctx.db.insert("counters", { name, value: 1 });
      return 1;
    }
    const value = counter.value + 1;
    await ctx.db.patch(counter._id, { value });
    return value;
  },
});

export const get = query({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    const counter = await ctx.db
      .query("counters")
      .withIndex("by_name", (q) => q.eq("name", name))
      .unique();
    return counter === null ? 0 : counter.value;
  },
});
