import { v } from "convex/values";
import { mutation, query } from "./builders.ts";

/**
 * Adds a vote without checking for an earlier one, so a repeated execution
 * leaves two rows. Returns the new count.
 */
export const cast = mutation({
  args: { beat: v.string(), key: v.string(), padding: v.optional(v.string()) },
  handler: async (ctx, { beat, key, padding = "" }) => {
    await ctx.db.insert("votes", { beat, key, padding });
    const found = await ctx.db
      .query("beats")
      .withIndex("by_name", (q) => q.eq("name", beat))
      .unique();
    const votes = (found?.votes ?? 0) + 1;
    if (found === null) await ctx.db.insert("beats", { name: beat, votes });
    else await ctx.db.patch(found._id, { votes });
    return votes;
  },
});

export const tally = query({
  args: { beat: v.string() },
  handler: async (ctx, { beat }) => {
    const found = await ctx.db
      .query("beats")
      .withIndex("by_name", (q) => q.eq("name", beat))
      .unique();
    return found?.votes ?? 0;
  },
});

export const keys = query({
  args: { beat: v.string() },
  handler: async (ctx, { beat }) => {
    const votes = await ctx.db
      .query("votes")
      .withIndex("by_beat_and_key", (q) => q.eq("beat", beat))
      .take(8_000);
    return votes.map(({ key }) => key);
  },
});

/**
 * Returns the newest vote at its full size, for readers that do not keep up.
 */
export const texts = query({
  args: { beat: v.string(), reader: v.number() },
  handler: async (ctx, { beat, reader }) => {
    const votes = await ctx.db
      .query("votes")
      .withIndex("by_beat_and_key", (q) => q.eq("beat", beat))
      .order("desc")
      .take(1);
    return { reader, texts: votes.map(({ key, padding }) => key + padding) };
  },
});
