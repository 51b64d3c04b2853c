import { v } from "convex/values";
import { action, mutation, query } from "./builders.ts";

export const store = action({
  args: { text: v.string(), type: v.optional(v.string()) },
  handler: (ctx, { text, type }): Promise<string> =>
    ctx.storage.store(new Blob([text], type === undefined ? {} : { type })),
});

export const read = action({
  args: { id: v.id("_storage") },
  handler: async (ctx, { id }) => {
    const blob = await ctx.storage.get(id);
    return blob && { text: await blob.text(), type: blob.type };
  },
});

export const url = query({
  args: { id: v.id("_storage") },
  handler: (ctx, { id }) => ctx.storage.getUrl(id),
});

export const metadata = query({
  args: { id: v.id("_storage") },
  handler: async (ctx, { id }) => {
    const file = await ctx.db.system.get(id);
    if (file === null) return null;
    const { _id, _creationTime, ...rest } = file;
    return { ...rest, sameId: _id === id, isDated: _creationTime > 0 };
  },
});

export const list = query({
  args: {},
  handler: async (ctx) => {
    const files = await ctx.db.system.query("_storage").collect();
    return files.map(({ size }) => size);
  },
});

export const remove = mutation({
  args: { id: v.id("_storage") },
  handler: (ctx, { id }) => ctx.storage.delete(id),
});

export const removeAndFail = mutation({
  args: { id: v.id("_storage") },
  handler: async (ctx, { id }) => {
    await ctx.storage.delete(id);
    throw new Error("after the removal");
  },
});

export const removeInAction = action({
  args: { id: v.id("_storage") },
  handler: (ctx, { id }) => ctx.storage.delete(id),
});

export const uploadUrl = mutation({
  args: {},
  handler: (ctx) => ctx.storage.generateUploadUrl(),
});

export const uploadUrlInAction = action({
  args: {},
  handler: (ctx): Promise<string> => ctx.storage.generateUploadUrl(),
});
