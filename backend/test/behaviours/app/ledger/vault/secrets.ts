import { mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

export const keep = mutationGeneric({
  args: { text: v.string() },
  returns: v.number(),
  handler: async (ctx, { text }) => {
    await ctx.db.insert("secrets", { text });
    return (await ctx.db.query("secrets").collect()).length;
  },
});

export const count = queryGeneric({
  args: {},
  returns: v.number(),
  handler: async (ctx) => (await ctx.db.query("secrets").collect()).length,
});
