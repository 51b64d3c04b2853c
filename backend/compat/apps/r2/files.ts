import { R2, type R2Callbacks } from "@convex-dev/r2";
import { v } from "convex/values";
import { components, internal } from "./_generated/api";
import type { DataModel } from "./_generated/dataModel";
import { action, query } from "./_generated/server";

const r2 = new R2(components.r2);
const callbacks: R2Callbacks = internal.files;

export const {
  generateUploadUrl,
  syncMetadata,
  onSyncMetadata,
  getMetadata,
  listMetadata,
  deleteObject,
} = r2.clientApi<DataModel>({
  onUpload: async (ctx, _bucket, key) => {
    await ctx.db.insert("calls", { name: "onUpload", key });
  },
  onSyncMetadata: async (ctx, { key }) => {
    await ctx.db.insert("calls", { name: "onSyncMetadata", key });
  },
  onDelete: async (ctx, _bucket, key) => {
    await ctx.db.insert("calls", { name: "onDelete", key });
  },
  callbacks,
});

export const store = action({
  args: { key: v.string(), text: v.string() },
  handler: (ctx, { key, text }): Promise<string> =>
    r2.store(ctx, new TextEncoder().encode(text), { key, type: "text/plain" }),
});

export const getUrl = query({
  args: { key: v.string() },
  handler: (_ctx, { key }) => r2.getUrl(key, { expiresIn: 60 }),
});

export const calls = query({
  args: { key: v.string() },
  handler: async (ctx, args) => {
    const calls = await ctx.db.query("calls").collect();
    return calls.filter(({ key }) => key === args.key).map(({ name }) => name);
  },
});

export const size = query({
  args: { key: v.string() },
  handler: async (ctx, { key }) =>
    (await r2.getMetadata(ctx, key))?.size ?? null,
});
