import { actionGeneric as action } from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "./builders.ts";

export const generateUploadUrl = mutation({
  args: {},
  handler: (ctx) => ctx.storage.generateUploadUrl(),
});

export const url = query({
  args: { id: v.id("_storage") },
  handler: (ctx, { id }) => ctx.storage.getUrl(id),
});

export const remove = mutation({
  args: { id: v.id("_storage") },
  handler: (ctx, { id }) => ctx.storage.delete(id),
});

export const count = query({
  args: {},
  handler: async (ctx) =>
    (await ctx.db.system.query("_storage").take(100)).length,
});

export const store = action({
  args: { text: v.string() },
  handler: (ctx, { text }) => ctx.storage.store(new Blob([text])),
});
