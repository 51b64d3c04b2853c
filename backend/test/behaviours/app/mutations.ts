import { v } from "convex/values";
import { mutation } from "./builders.ts";

export const insertInto = mutation({
  args: { table: v.string(), document: v.any() },
  handler: (ctx, { table, document }) =>
    ctx.db.insert(table as "notes", document as never),
});

export const failAfterInsert = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("notes", { owner: "x", text: "lost", likes: 0 });
    throw new Error("after the insert");
  },
});

export const insertAndCount = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("notes", { owner: "x", text: "new", likes: 0 });
    return (await ctx.db.query("notes").collect()).length;
  },
});

/**
 * Inserts documents during an iteration. The iteration should meet every
 * document once.
 */
export const insertWhileIterating = mutation({
  args: {},
  handler: async (ctx) => {
    const seen = [];
    for await (const note of ctx.db.query("notes")) {
      seen.push(note.text);
      if (seen.length < 3) {
        const text = `${note.text}+`;
        await ctx.db.insert("notes", { owner: "x", text, likes: 0 });
      }
    }
    return seen;
  },
});

export const removeAndGet = mutation({
  args: { id: v.id("notes") },
  handler: async (ctx, { id }) => {
    await ctx.db.delete(id);
    return ctx.db.get(id);
  },
});

export const patchTwice = mutation({
  args: { id: v.id("notes") },
  handler: async (ctx, { id }) => {
    await ctx.db.patch(id, { likes: 1 });
    await ctx.db.patch(id, { text: "patched" });
    return ctx.db.get(id);
  },
});

export const withTable = mutation({
  args: {
    id: v.string(),
    table: v.string(),
    act: v.union(v.literal("patch"), v.literal("replace"), v.literal("delete")),
  },
  handler: (ctx, { id, table, act }): Promise<void> => {
    const of = table as "notes";
    if (act === "delete") return ctx.db.delete(of, id as never);
    const note = { owner: "x", text: "by table", likes: 0 };
    if (act === "patch") return ctx.db.patch(of, id as never, note);
    return ctx.db.replace(of, id as never, note);
  },
});

/** Changes a document's place in an index, then reads the index. */
export const moveAndRead = mutation({
  args: { id: v.id("notes"), likes: v.number() },
  handler: async (ctx, { id, likes }) => {
    await ctx.db.patch(id, { likes });
    const notes = await ctx.db
      .query("notes")
      .withIndex("by_owner_and_likes", (q) => q.eq("owner", "asha"))
      .collect();
    return notes.map(({ text }) => text);
  },
});

export const timesRise = mutation({
  args: {},
  handler: async (ctx) => {
    const times: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const id = await ctx.db.insert("notes", {
        owner: "x",
        text: String(i),
        likes: 0,
      });
      times.push((await ctx.db.get(id))?._creationTime ?? 0);
    }
    return times.every((time, i) => i === 0 || time > (times[i - 1] ?? 0));
  },
});

export const writesNothing = mutation({ args: {}, handler: () => "done" });

export const increment = mutation({
  args: { id: v.id("notes") },
  handler: async (ctx, { id }) => {
    const note = await ctx.db.get(id);
    await ctx.db.patch(id, { likes: (note?.likes ?? 0) + 1 });
  },
});

export const insertMany = mutation({
  args: { count: v.number() },
  handler: async (ctx, { count }) => {
    for (let likes = 0; likes < count; likes += 1) {
      await ctx.db.insert("notes", { owner: "many", text: "x", likes });
    }
  },
});

export const insertBig = mutation({
  args: { bytes: v.number() },
  handler: async (ctx, { bytes }) => {
    const text = "x".repeat(bytes);
    await ctx.db.insert("notes", { owner: "x", text, likes: 0 });
  },
});

export const insertShape = mutation({
  args: { shape: v.any() },
  handler: async (ctx, { shape }) => {
    const id = await ctx.db.insert("shapes", shape as never);
    const stored = await ctx.db.get(id);
    return stored?.kind ?? null;
  },
});
