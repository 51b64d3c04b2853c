import { ActionCache, removeAll } from "@convex-dev/action-cache";
import type { FunctionReference } from "convex/server";
import { v } from "convex/values";
import { components, internal } from "./_generated/api";
import {
  action,
  internalAction,
  internalMutation,
  mutation,
  query,
} from "./_generated/server";

// Declares the type explicitly, because inferring it would be circular.
type Reverse = FunctionReference<
  "action",
  "internal",
  { text: string },
  string
>;

const cache: ActionCache<Reverse> = new ActionCache(components.actionCache, {
  action: internal.cached.reverse as Reverse,
  name: "reverse-1",
  ttl: 60_000,
});

export const reverse = internalAction({
  args: { text: v.string() },
  handler: async (ctx, { text }): Promise<string> => {
    await ctx.runMutation(internal.cached.note, { text });
    return [...text].reverse().join("");
  },
});

export const note = internalMutation({
  args: { text: v.string() },
  handler: async (ctx, { text }) => {
    await ctx.db.insert("runs", { text });
  },
});

export const runs = query({
  args: {},
  handler: async (ctx) => (await ctx.db.query("runs").collect()).length,
});

export const fetch = action({
  args: {
    text: v.string(),
    ttl: v.optional(v.number()),
    force: v.optional(v.boolean()),
  },
  handler: (ctx, { text, ...options }): Promise<string> =>
    cache.fetch(ctx, { text }, options),
});

export const remove = mutation({
  args: { text: v.string() },
  handler: (ctx, args) => cache.remove(ctx, args),
});

export const removeAllForName = mutation({
  args: {},
  handler: (ctx) => cache.removeAllForName(ctx),
});

export const clear = mutation({
  args: {},
  handler: (ctx) => removeAll(ctx, components.actionCache),
});
