import {
  actionGeneric as action,
  type DefaultFunctionArgs,
  makeFunctionReference,
  paginationOptsValidator,
} from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "./builders.ts";

/**
 * Adds an entry without checking for an earlier one, so a repeated execution
 * leaves two rows.
 */
export const add = mutation({
  args: { key: v.string() },
  handler: async (ctx, { key }) => {
    await ctx.db.insert("entries", { key });
    const total = await ctx.db
      .query("counters")
      .withIndex("by_name", (q) => q.eq("name", "entries"))
      .unique();
    if (total === null) {
      await ctx.db.insert("counters", { name: "entries", value: 1 });
    } else {
      await ctx.db.patch(total._id, { value: total.value + 1 });
    }
    return key;
  },
});

/**
 * Like `add`, but takes long enough for a test to cut the connection while it
 * runs.
 */
export const addSlowly = mutation({
  args: { key: v.string() },
  handler: async (ctx, { key }) => {
    for (let i = 0; i < 200; i += 1) {
      await crypto.subtle.digest("SHA-256", new Uint8Array(100_000));
    }
    await ctx.db.insert("entries", { key });
    return key;
  },
});

interface Key extends DefaultFunctionArgs {
  key: string;
}
const addReference = makeFunctionReference<"mutation", Key, string>(
  "entries:add",
);

export const addInAction = action({
  args: { key: v.string() },
  handler: async (ctx, { key }) => ctx.runMutation(addReference, { key }),
});

export const scheduleInAction = action({
  args: { key: v.string() },
  handler: async (ctx, { key }) => {
    await ctx.scheduler.runAfter(0, addReference, { key });
    return key;
  },
});

export const keys = query({
  args: {},
  handler: async (ctx) => {
    const entries = await ctx.db.query("entries").withIndex("by_key").take(100);
    return entries.map(({ key }) => key);
  },
});

export const pageOfKeys = query({
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }) => {
    const { page, isDone, continueCursor } = await ctx.db
      .query("entries")
      .withIndex("by_key")
      .paginate(paginationOpts);
    return { keys: page.map(({ key }) => key), isDone, continueCursor };
  },
});
