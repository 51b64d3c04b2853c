import { v } from "convex/values";
import { mutation, query } from "./builders.ts";

export const search = query({
  args: {
    text: v.string(),
    owner: v.optional(v.string()),
    /** null finds notes without a tag. */
    tag: v.optional(v.union(v.string(), v.null())),
    take: v.optional(v.number()),
    minLikes: v.optional(v.number()),
  },
  returns: v.array(v.string()),
  handler: async (ctx, { text, owner, tag, take = 100, minLikes }) => {
    let found = ctx.db.query("notes").withSearchIndex("search_text", (q) => {
      let filtered = q.search("text", text);
      if (owner !== undefined) filtered = filtered.eq("owner", owner);
      if (tag !== undefined) filtered = filtered.eq("tag", tag ?? undefined);
      return filtered;
    });
    if (minLikes !== undefined) {
      found = found.filter((q) => q.gte(q.field("likes"), minLikes));
    }
    return (await found.take(take)).map((note) => note.text);
  },
});

export const page = query({
  args: { text: v.string(), cursor: v.union(v.string(), v.null()) },
  handler: async (ctx, { text, cursor }) => {
    const { page, isDone, continueCursor } = await ctx.db
      .query("notes")
      .withSearchIndex("search_text", (q) => q.search("text", text))
      .paginate({ numItems: 2, cursor });
    return { texts: page.map((note) => note.text), isDone, continueCursor };
  },
});

/** Searches for a document that the same transaction has written. */
export const addAndSearch = mutation({
  args: { add: v.string(), text: v.string() },
  handler: async (ctx, { add, text }) => {
    await ctx.db.insert("notes", { owner: "x", text: add, likes: 0 });
    const found = await ctx.db
      .query("notes")
      .withSearchIndex("search_text", (q) => q.search("text", text))
      .collect();
    return found.map((note) => note.text);
  },
});
