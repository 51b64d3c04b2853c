import { v } from "convex/values";
import { mutation, query } from "./builders.ts";
import schema from "./schema.ts";

export const add = mutation({
  args: { notes: v.array(schema.tables.notes.validator) },
  returns: v.array(v.id("notes")),
  handler: async (ctx, { notes }) => {
    const ids = [];
    for (const note of notes) ids.push(await ctx.db.insert("notes", note));
    return ids;
  },
});

export const all = query({
  args: {},
  handler: (ctx) => ctx.db.query("notes").collect(),
});

export const texts = query({
  args: {},
  returns: v.array(v.string()),
  handler: async (ctx) => {
    const notes = await ctx.db.query("notes").collect();
    return notes.map(({ text }) => text);
  },
});

export const get = query({
  args: { id: v.id("notes") },
  handler: (ctx, { id }) => ctx.db.get(id),
});

export const patch = mutation({
  args: {
    id: v.id("notes"),
    fields: v.any(),
  },
  handler: (ctx, { id, fields }) =>
    ctx.db.patch(id, fields as Record<string, never>),
});

/** Removes a field. Needed because arguments cannot contain undefined. */
export const unset = mutation({
  args: { id: v.id("notes"), field: v.string() },
  handler: (ctx, { id, field }) => ctx.db.patch(id, { [field]: undefined }),
});

export const replace = mutation({
  args: { id: v.id("notes"), note: v.any() },
  handler: (ctx, { id, note }) => ctx.db.replace(id, note as never),
});

export const remove = mutation({
  args: { id: v.id("notes") },
  handler: (ctx, { id }) => ctx.db.delete(id),
});
