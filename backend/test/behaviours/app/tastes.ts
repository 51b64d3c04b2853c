import { v } from "convex/values";
import { action, mutation, query } from "./builders.ts";
import { makeFunctionReference } from "convex/server";

const nameOf = makeFunctionReference<"query", { id: string }, string>(
  "tastes:name",
);

export const add = mutation({
  args: { name: v.string(), sweet: v.array(v.number()), kind: v.string() },
  returns: v.id("tastes"),
  handler: (ctx, taste) => ctx.db.insert("tastes", taste),
});

export const remove = mutation({
  args: { id: v.id("tastes") },
  handler: (ctx, { id }) => ctx.db.delete(id),
});

export const name = query({
  args: { id: v.id("tastes") },
  returns: v.string(),
  handler: async (ctx, { id }) => (await ctx.db.get(id))?.name ?? "gone",
});

/** Returns names and scores, rounded to three digits. */
export const search = action({
  args: {
    vector: v.array(v.number()),
    limit: v.optional(v.number()),
    kinds: v.optional(v.array(v.string())),
  },
  handler: async (ctx, { vector, limit, kinds }) => {
    const found = await ctx.vectorSearch("tastes", "by_sweet", {
      vector,
      limit,
      ...(kinds && {
        filter: (q) => q.or(...kinds.map((kind) => q.eq("kind", kind))),
      }),
    });
    const names = [];
    for (const { _id, _score } of found) {
      const own = await ctx.runQuery(nameOf, { id: _id });
      names.push(`${own} ${_score.toFixed(3)}`);
    }
    return names;
  },
});
