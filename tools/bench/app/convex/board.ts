/**
 * A stand-in for the app: one live query, and a mutation of one read and two
 * writes. It has no identity, limits or ranks; the trial `realVotes` has them.
 */
import {
  type DataModelFromSchemaDefinition,
  type MutationBuilder,
  type QueryBuilder,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { v } from "convex/values";
import type schema from "./schema.ts";

type DataModel = DataModelFromSchemaDefinition<typeof schema>;

// Plays the part of the generated builders, which would only add the types.
const query: QueryBuilder<DataModel, "public"> = queryGeneric;
const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;

/** Pads a result to about the size of a page with three beat cards. */
const PADDING = "x".repeat(220);

export const seedBeats = mutation({
  args: { count: v.number() },
  returns: v.array(v.id("beats")),
  handler: async (ctx, { count }) => {
    const ids = [];
    for (let i = 0; i < count; i++)
      ids.push(
        await ctx.db.insert("beats", { title: "Night Shift", voteCount: 0 }),
      );
    return ids;
  },
});

export const get = query({
  args: { beatId: v.id("beats") },
  returns: v.any(),
  handler: async (ctx, { beatId }) => {
    const beat = await ctx.db.get("beats", beatId);
    const last = await ctx.db
      .query("votes")
      .withIndex("by_beat_and_at", (q) => q.eq("beatId", beatId))
      .order("desc")
      .take(ROWS_READ);
    return {
      count: beat?.voteCount ?? 0,
      last: last.map(({ user, at }) => ({ user, at })),
      padding: PADDING,
    };
  },
});

export const vote = mutation({
  args: { beatId: v.id("beats"), user: v.string() },
  returns: v.number(),
  handler: async (ctx, { beatId, user }) => {
    const beat = await ctx.db.get("beats", beatId);
    if (beat === null) throw new Error("The beat is gone.");
    const voteCount = beat.voteCount + 1;
    await ctx.db.insert("votes", { beatId, user, at: Date.now() });
    await ctx.db.patch("beats", beatId, { voteCount });
    return voteCount;
  },
});

export const seedRows = mutation({
  args: { from: v.number(), to: v.number() },
  returns: v.null(),
  handler: async (ctx, { from, to }) => {
    for (let i = from; i < to; i++)
      await ctx.db.insert("rows", {
        group: Math.floor(i / 3),
        text: `row ${i} `.padEnd(120, "."),
      });
    return null;
  },
});

const ROWS_READ = 3;

/**
 * Reads three rows by index for each group. Timing calls with and without
 * groups gives the cost of one read; `nonce` keeps results out of the cache.
 */
export const readGroups = query({
  args: { groups: v.array(v.number()), nonce: v.number() },
  returns: v.number(),
  handler: async (ctx, { groups }) => {
    let length = 0;
    for (const group of groups) {
      const rows = await ctx.db
        .query("rows")
        .withIndex("by_group", (q) => q.eq("group", group))
        .take(ROWS_READ);
      for (const row of rows) length += row.text.length;
    }
    return length;
  },
});
