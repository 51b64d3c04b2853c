import { ProsemirrorSync } from "@convex-dev/prosemirror-sync";
import { Schema } from "@tiptap/pm/model";
import { Transform } from "@tiptap/pm/transform";
import { v } from "convex/values";
import { components } from "./_generated/api";
import type { DataModel } from "./_generated/dataModel";
import { action, mutation } from "./_generated/server";

const sync = new ProsemirrorSync(components.prosemirrorSync);
const schema = new Schema({
  nodes: {
    doc: { content: "paragraph+" },
    paragraph: { content: "text*" },
    text: {},
  },
});

export const {
  getSnapshot,
  submitSnapshot,
  latestVersion,
  getSteps,
  submitSteps,
} = sync.syncApi<DataModel>({
  checkWrite: (_ctx, id) => {
    if (id === "locked") throw new Error("This document is locked.");
  },
});

export const create = mutation({
  args: { id: v.string(), content: v.any() },
  handler: (ctx, { id, content }) => sync.create(ctx, id, content as object),
});

export const text = mutation({
  args: { id: v.string() },
  handler: async (ctx, { id }) => {
    const { doc, version } = await sync.getDoc(ctx, id, schema);
    return { text: doc.textContent, version };
  },
});

export const append = action({
  args: { id: v.string(), text: v.string() },
  handler: async (ctx, { id, text }) => {
    const doc = await sync.transform(ctx, id, schema, (doc) =>
      new Transform(doc).insert(doc.content.size - 1, schema.text(text)),
    );
    return doc.textContent;
  },
});
