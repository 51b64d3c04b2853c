/** Reads and changes `things` in the ways that tests need. */
import { paginationOptsValidator } from "convex/server";
import { v, type Value } from "convex/values";
import { mutation, query } from "./builders.ts";
import {
  compose,
  type LooseDatabase,
  readingValidator,
} from "./looseQueries.ts";
import schema from "./schema.ts";

export const add = mutation({
  args: { things: v.array(schema.tables.things.validator) },
  handler: async (ctx, { things }) => {
    for (const thing of things) await ctx.db.insert("things", thing);
  },
});

export const setA = mutation({
  args: { label: v.string(), a: v.any() },
  handler: async (ctx, { label, a }) => {
    const things = await ctx.db.query("things").collect();
    const thing = things.find((each) => each.label === label);
    if (thing) await ctx.db.patch(thing._id, { a: a as Value });
  },
});

export const remove = mutation({
  args: { label: v.string() },
  handler: async (ctx, { label }) => {
    const things = await ctx.db.query("things").collect();
    const thing = things.find((each) => each.label === label);
    if (thing) await ctx.db.delete(thing._id);
  },
});

/** Returns the labels of the things found. */
export const read = query({
  args: {
    ...readingValidator.fields,
    table: v.optional(v.string()),
    take: v.optional(v.number()),
  },
  returns: v.array(v.string()),
  handler: async (ctx, { table = "things", take, ...reading }) => {
    const database = ctx.db as unknown as LooseDatabase; // the same object with looser types
    const found = compose(database, table, reading);
    const things = await (take === undefined
      ? found.collect()
      : found.take(take));
    return things.map(({ label }) => label);
  },
});

export const page = query({
  args: {
    ...readingValidator.fields,
    paginationOpts: paginationOptsValidator,
  },
  handler: async (ctx, { paginationOpts, ...reading }) => {
    const database = ctx.db as unknown as LooseDatabase; // the same object with looser types
    const found = compose(database, "things", reading);
    const { page, ...rest } = await found.paginate(paginationOpts);
    return { labels: page.map(({ label }) => label), ...rest };
  },
});

export const twoPages = query({
  args: {},
  handler: async (ctx) => {
    const options = { numItems: 1, cursor: null };
    await ctx.db.query("things").paginate(options);
    await ctx.db.query("things").paginate(options);
  },
});
