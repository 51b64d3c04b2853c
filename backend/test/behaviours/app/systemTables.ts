import { v } from "convex/values";
import { mutation, query } from "./builders.ts";

export const get = query({
  args: { id: v.string() },
  handler: async (ctx, { id }) =>
    (await ctx.db.system.get(id as never)) as object | null,
});

export const queryUser = query({
  args: {},
  handler: (ctx) => ctx.db.system.query("notes" as "_storage").collect(),
});

export const queryWithoutSystem = query({
  args: { table: v.string() },
  handler: (ctx, { table }) => ctx.db.query(table as "notes").collect(),
});

export const getWithoutSystem = query({
  args: { id: v.string() },
  handler: async (ctx, { id }) => (await ctx.db.get(id as never)) !== null,
});

export const insert = mutation({
  args: { table: v.string() },
  handler: (ctx, { table }) => ctx.db.insert(table as "notes", {} as never),
});

export const patch = mutation({
  args: { id: v.string() },
  handler: (ctx, { id }) => ctx.db.patch(id as never, {} as never),
});

export const remove = mutation({
  args: { id: v.string() },
  handler: (ctx, { id }) => ctx.db.delete(id as never),
});

export const normalize = query({
  args: { table: v.string(), id: v.string() },
  handler: (ctx, { table, id }) =>
    ctx.db.system.normalizeId(table as "_storage", id),
});

export const pending = query({
  args: {},
  handler: async (ctx) => {
    const jobs = await ctx.db.system
      .query("_scheduled_functions")
      .order("desc")
      .filter((q) => q.eq(q.field("state.kind"), "pending"))
      .collect();
    return jobs.map(({ name, args }) => ({ name, args }));
  },
});
