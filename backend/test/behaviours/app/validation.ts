import { v } from "convex/values";
import { mutation, query } from "./builders.ts";
import { typedFields } from "./typedFields.ts";

/** Returns its arguments, which may be of every kind. */
export const echo = query({
  args: typedFields,
  handler: (_, args) => args,
});

export const unchecked = query({
  handler: (_, args) => args,
});

export const insert = mutation({
  args: { fields: v.any() },
  handler: async (ctx, { fields }) => {
    const id = await ctx.db.insert("typed", fields as never);
    const stored = await ctx.db.get(id);
    if (stored === null) return null;
    const { _id, _creationTime, ...rest } = stored;
    return rest;
  },
});

export const returnsText = query({
  args: { value: v.any() },
  returns: v.string(),
  handler: (_, { value }) => value as string,
});

export const returnsObject = query({
  args: { value: v.any() },
  returns: v.object({ a: v.number() }),
  handler: (_, { value }) => value as { a: number },
});

export const returnsNull = query({
  args: {},
  returns: v.null(),
  handler: () => undefined as unknown as null,
});

/** Writes a document and then returns an invalid result. */
export const writesAndReturnsWrong = mutation({
  args: {},
  returns: v.string(),
  handler: async (ctx) => {
    await ctx.db.insert("notes", { owner: "x", text: "written", likes: 0 });
    return 1 as unknown as string;
  },
});

export const returnsUnstorable = query({
  args: {},
  handler: () => new Date(0) as unknown as null,
});

export const insertsUnstorable = mutation({
  args: {},
  handler: (ctx) => ctx.db.insert("typed", { anything: new Map() }),
});

export const insertsUndefined = mutation({
  args: {},
  handler: async (ctx) => {
    const id = await ctx.db.insert("typed", { text: undefined, float: 1 });
    return Object.keys((await ctx.db.get(id)) ?? {}).toSorted();
  },
});
