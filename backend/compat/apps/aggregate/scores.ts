import { DirectAggregate, TableAggregate } from "@convex-dev/aggregate";
import { v } from "convex/values";
import { components } from "./_generated/api";
import type { DataModel } from "./_generated/dataModel";
import { mutation, query } from "./_generated/server";

const all = new DirectAggregate<{ Key: number; Id: string }>(
  components.aggregate,
);
const byGame = new TableAggregate<{
  Namespace: string;
  Key: number;
  DataModel: DataModel;
  TableName: "scores";
}>(components.byGame, {
  namespace: ({ game }) => game,
  sortKey: ({ score }) => score,
  sumValue: ({ score }) => score,
});

/** Inserts `count` keys in order, beginning with `from`. The value of each is ten times its key. */
export const insertMany = mutation({
  args: { from: v.number(), count: v.number() },
  handler: async (ctx, { from, count }) => {
    for (let key = from; key < from + count; key++) {
      await all.insert(ctx, { key, id: `id${key}`, sumValue: key * 10 });
    }
  },
});

export const removeMany = mutation({
  args: { from: v.number(), count: v.number() },
  handler: async (ctx, { from, count }) => {
    for (let key = from; key < from + count; key++) {
      await all.delete(ctx, { key, id: `id${key}` });
    }
  },
});

export const replace = mutation({
  args: { key: v.number(), newKey: v.number() },
  handler: (ctx, { key, newKey }) =>
    all.replace(
      ctx,
      { key, id: `id${key}` },
      { key: newKey, sumValue: newKey * 10 },
    ),
});

export const replaceOrInsert = mutation({
  args: { key: v.number() },
  handler: async (ctx, { key }) => {
    const item = { key, id: `id${key}` };
    await all.insertIfDoesNotExist(ctx, { ...item, sumValue: key * 10 });
    await all.replaceOrInsert(ctx, item, { key, sumValue: key * 10 });
    await all.deleteIfExists(ctx, { key: -5, id: "none" });
  },
});

export const count = query({
  args: { lower: v.optional(v.number()) },
  handler: (ctx, { lower }) =>
    lower === undefined
      ? all.count(ctx)
      : all.count(ctx, {
          bounds: { lower: { key: lower, inclusive: true } },
        }),
});

export const countBatch = query({
  args: { lowers: v.array(v.number()) },
  handler: (ctx, { lowers }) =>
    all.countBatch(
      ctx,
      lowers.map((key) => ({ bounds: { lower: { key, inclusive: true } } })),
    ),
});

export const sum = query({ args: {}, handler: (ctx) => all.sum(ctx) });

export const at = query({
  args: { offset: v.number() },
  handler: async (ctx, { offset }) => (await all.at(ctx, offset)).key,
});

export const indexOf = query({
  args: { key: v.number() },
  handler: (ctx, { key }) => all.indexOf(ctx, key),
});

export const edges = query({
  args: {},
  handler: async (ctx) => ({
    min: (await all.min(ctx))?.key ?? null,
    max: (await all.max(ctx))?.key ?? null,
  }),
});

export const isRandomOneOfThem = query({
  args: {},
  handler: async (ctx) => {
    const item = await all.random(ctx);
    return item !== null && item.id === `id${item.key}`;
  },
});

export const pages = query({
  args: { pageSize: v.number() },
  handler: async (ctx, { pageSize }) => {
    const keys: number[] = [];
    let cursor: string | undefined;
    for (;;) {
      const page = await all.paginate(ctx, { cursor, pageSize });
      keys.push(...page.page.map(({ key }) => key));
      if (page.isDone) return keys;
      cursor = page.cursor;
    }
  },
});

export const clear = mutation({
  args: {},
  handler: (ctx) => all.clear(ctx, { maxNodeSize: 4, rootLazy: false }),
});

/**
 * Resets and fills the table in one mutation, like the component's own example.
 */
export const resetAndSeed = mutation({
  args: { rows: v.number() },
  handler: async (ctx, { rows }) => {
    for (const score of await ctx.db.query("scores").collect()) {
      await ctx.db.delete(score._id);
    }
    await byGame.clearAll(ctx);
    for (let row = 0; row < rows; row++) {
      const score = { game: row % 2 === 0 ? "chess" : "go", score: row };
      const id = await ctx.db.insert("scores", score);
      const doc = await ctx.db.get(id);
      if (doc !== null) await byGame.insert(ctx, doc);
    }
  },
});

export const game = query({
  args: { namespace: v.string() },
  handler: async (ctx, { namespace }) => ({
    count: await byGame.count(ctx, { namespace }),
    sum: await byGame.sum(ctx, { namespace }),
    max: (await byGame.max(ctx, { namespace }))?.key ?? null,
  }),
});

export const patchTop = mutation({
  args: { namespace: v.string(), score: v.number() },
  handler: async (ctx, { namespace, score }) => {
    const top = await byGame.max(ctx, { namespace });
    const before = top === null ? null : await ctx.db.get(top.id);
    if (before === null) throw new Error("There is no score.");
    await ctx.db.patch(before._id, { score });
    await byGame.replace(ctx, before, { ...before, score });
  },
});

export const namespaces = query({
  args: {},
  handler: async (ctx) => {
    const names: string[] = [];
    for await (const name of byGame.iterNamespaces(ctx)) {
      // The component stores its settings under an undefined namespace.
      if ((name as string | undefined) !== undefined) names.push(name);
    }
    return names.sort();
  },
});
