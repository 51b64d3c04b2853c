import { v } from "convex/values";
import { mutation, query } from "./builders.ts";

const sideOf = { pair: v.string(), name: v.string() };

export const open = mutation({
  args: { pair: v.string() },
  handler: async (ctx, { pair }) => {
    for (const name of ["left", "right"]) {
      await ctx.db.insert("sides", { pair, name, isOn: true });
    }
  },
});

/**
 * Keeps the rule that at least one side of a pair stays on. Each call reads
 * both sides and writes one, so two calls at once can break the rule through
 * write skew.
 */
export const switchOff = mutation({
  args: sideOf,
  handler: async (ctx, { pair, name }) => {
    const sides = await ctx.db
      .query("sides")
      .withIndex("by_pair_and_name", (q) => q.eq("pair", pair))
      .take(2);
    const own = sides.find((side) => side.name === name);
    // Lets other mutations run between the read and the write.
    await crypto.subtle.digest("SHA-256", new Uint8Array(10_000));
    if (own === undefined || !sides.every(({ isOn }) => isOn)) return false;
    await ctx.db.patch(own._id, { isOn: false });
    return true;
  },
});

export const sidesOn = query({
  args: { pair: v.string() },
  handler: async (ctx, { pair }) => {
    const sides = await ctx.db
      .query("sides")
      .withIndex("by_pair_and_name", (q) => q.eq("pair", pair))
      .take(2);
    return sides.filter(({ isOn }) => isOn).length;
  },
});
