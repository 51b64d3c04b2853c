import { paginationOptsValidator } from "convex/server";
import { ConvexError, v } from "convex/values";
import { mutation, query } from "./builders.ts";

export const send = mutation({
  args: { channel: v.string(), body: v.string(), rank: v.number() },
  handler: (ctx, message) => ctx.db.insert("messages", message),
});

export const list = query({
  args: { channel: v.string() },
  handler: async (ctx, { channel }) => {
    const messages = await ctx.db
      .query("messages")
      .withIndex("by_channel_and_rank", (q) => q.eq("channel", channel))
      .take(1_000);
    return messages.map((message) => message.body);
  },
});

export const page = query({
  args: { channel: v.string(), paginationOpts: paginationOptsValidator },
  handler: (ctx, { channel, paginationOpts }) =>
    ctx.db
      .query("messages")
      .withIndex("by_channel_and_rank", (q) => q.eq("channel", channel))
      .paginate(paginationOpts),
});

export const refuse = mutation({
  args: {},
  handler: () => {
    throw new ConvexError({ code: "REFUSED" });
  },
});
