import { log } from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "./builders.ts";

export const first = query({
  args: {},
  handler: async (ctx) => {
    const note = await ctx.db.query("notes").first();
    return note && note.text;
  },
});

export const last = query({
  args: {},
  handler: async (ctx) => {
    const note = await ctx.db.query("notes").order("desc").first();
    return note && note.text;
  },
});

export const only = query({
  args: { owner: v.string() },
  handler: async (ctx, { owner }) => {
    const note = await ctx.db
      .query("notes")
      .withIndex("by_owner_and_likes", (q) => q.eq("owner", owner))
      .unique();
    return note && note.text;
  },
});

/** Stops the iteration at the given text. */
export const iterateUntil = query({
  args: { text: v.string() },
  handler: async (ctx, { text }) => {
    const seen = [];
    for await (const note of ctx.db.query("notes")) {
      seen.push(note.text);
      if (note.text === text) break;
    }
    return seen;
  },
});

/** Reads two queries in turn, one document at a time. */
export const interleaved = query({
  args: {},
  handler: async (ctx) => {
    const up = ctx.db.query("notes")[Symbol.asyncIterator]();
    const down = ctx.db.query("notes").order("desc")[Symbol.asyncIterator]();
    const seen: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      for (const iterator of [up, down]) {
        const next = await iterator.next();
        if (next.done !== true) seen.push(next.value.text);
      }
    }
    return seen;
  },
});

export const consumedTwice = query({
  args: {},
  handler: async (ctx) => {
    const notes = ctx.db.query("notes").order("asc");
    await notes.first();
    return notes.collect();
  },
});

export const inParallel = query({
  args: {},
  handler: async (ctx) => {
    const [all, firstNote] = await Promise.all([
      ctx.db.query("notes").collect(),
      ctx.db.query("notes").first(),
    ]);
    return [all.length, firstNote?.text ?? null];
  },
});

export const byCreation = query({
  args: {},
  handler: async (ctx) => {
    const [oldest] = await ctx.db.query("notes").take(1);
    const later = await ctx.db
      .query("notes")
      .withIndex("by_creation_time", (q) =>
        q.gt("_creationTime", oldest?._creationTime ?? 0),
      )
      .collect();
    return later.map(({ text }) => text);
  },
});

export const byId = query({
  args: { id: v.id("notes") },
  handler: async (ctx, { id }) => {
    const notes = await ctx.db
      .query("notes")
      .withIndex("by_id", (q) => q.eq("_id", id))
      .collect();
    return notes.map(({ text }) => text);
  },
});

/** Takes the id as a string, so that no validator checks it first. */
export const getAny = query({
  args: { id: v.string() },
  handler: (ctx, { id }) => ctx.db.get(id as never),
});

export const getFrom = query({
  args: { table: v.string(), id: v.string() },
  handler: (ctx, { table, id }) => ctx.db.get(table as "notes", id as never),
});

export const normalize = query({
  args: { table: v.string(), id: v.string() },
  handler: (ctx, { table, id }) => ctx.db.normalizeId(table as "notes", id),
});

export const writes = query({
  args: {},
  handler: async (ctx) => {
    const writer = ctx.db as unknown as {
      insert(table: string, value: object): Promise<unknown>;
    }; // hidden by the type of a query's context
    await writer.insert("notes", { owner: "x", text: "x", likes: 0 });
  },
});

export const undefinedResult = query({ args: {}, handler: () => undefined });

export const environment = query({
  args: { name: v.string() },
  handler: (_, { name }) => process.env[name] ?? null,
});

declare const process: { env: Record<string, string | undefined> };

export const fetches = query({
  args: {},
  handler: async () => {
    await fetch("http://127.0.0.1:1");
  },
});

export const sleeps = mutation({
  args: {},
  handler: async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
  },
});

export const digest = query({
  args: { text: v.string() },
  handler: async (_, { text }) => {
    const bytes = new TextEncoder().encode(text);
    return crypto.subtle.digest("SHA-256", bytes);
  },
});

/** Returns whether the clock is frozen while the query runs. */
export const clockStands = query({
  args: {},
  handler: async () => {
    const before = Date.now();
    for (let i = 0; i < 200; i += 1) {
      await crypto.subtle.digest("SHA-256", new Uint8Array(10_000));
    }
    return Date.now() === before;
  },
});

export const limitless = query({
  args: { n: v.number() },
  handler: async (ctx, { n }) => (await ctx.db.query("notes").take(n)).length,
});

export const audited = query({
  args: {},
  handler: async () => {
    await log.audit({ event: "read", from: log.vars.ip });
    return "audited";
  },
});
