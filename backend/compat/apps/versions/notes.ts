import { ConvexError, v } from "convex/values";
import { api } from "./_generated/api";
import { action, mutation, query } from "./_generated/server";

export const list = query({
  args: {},
  handler: async (ctx) => {
    const notes = await ctx.db.query("notes").collect();
    return notes.map(({ text, count, bytes }) => ({ text, count, bytes }));
  },
});

export const add = mutation({
  args: { text: v.string(), count: v.int64(), bytes: v.bytes() },
  handler: async (ctx, note) => {
    if (note.text === "") throw new ConvexError({ code: "EMPTY" });
    await ctx.db.insert("notes", note);
  },
});

export const total = action({
  args: {},
  handler: async (ctx): Promise<bigint> => {
    const notes = await ctx.runQuery(api.notes.list);
    return notes.reduce((sum, { count }) => sum + count, 0n);
  },
});
