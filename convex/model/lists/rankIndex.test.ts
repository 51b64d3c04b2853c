import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Doc, Id } from "../../_generated/dataModel";
import { makeEmptyWorld, type World } from "../../testing/test.world";
import { removeItem, locateItem, moveItem, addItem } from "./rankIndex";
import { changeTotal } from "./listTotals";
import type { OrderedList } from "./orderedList";
import { readPage } from "./pages";

type Item = Doc<"listTotals">;
type Ctx = Parameters<Parameters<World["t"]["run"]>[0]>[0];

/**
 * Rows of any table will do as items; these rows are ordered by their count.
 */
const listOf = (ctx: Ctx): OrderedList<Item> => ({
  name: "tested",
  sort: "recent",
  span: 4,
  keyOf: (item) => item.count,
  from: (key) => ({
    order: (order) => ({
      take: async (limit) => {
        const items = (await ctx.db.query("listTotals").collect())
          .filter((item) => item.list === "item" && item.count >= key)
          .sort((a, b) => a.count - b.count || (a._id < b._id ? -1 : 1));
        if (order === "desc") items.reverse();
        return items.slice(0, limit);
      },
    }),
  }),
});

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("add" as const),
      key: fc.integer({ min: 1, max: 60 }),
      at: fc.nat(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("remove" as const),
      key: fc.constant(0),
      at: fc.nat(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("move" as const),
      key: fc.integer({ min: 1, max: 60 }),
      at: fc.nat(),
    }),
  },
);

test("finds every position after any sequence of changes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 60, maxLength: 90 }),
      async (steps) => {
        const { t } = await makeEmptyWorld();
        await t.run(async (ctx) => {
          const ids: Id<"listTotals">[] = [];
          for (const one of steps) await apply(ctx, ids, one);
          await expectAllFound(ctx);
        });
      },
    ),
    { numRuns: 12, seed: 97, endOnFailure: true },
  );
});

test("a long list has landmarks of several levels, each covering few items", async () => {
  const { t } = await makeEmptyWorld();
  await t.run(async (ctx) => {
    for (let key = 1; key <= 120; key++) {
      await apply(ctx, [], { kind: "add", key, at: 0 });
    }
    await expectAllFound(ctx);
    const landmarks = await ctx.db.query("landmarks").collect();
    expect(Math.max(...landmarks.map(({ level }) => level))).toBeGreaterThan(1);
    const lowest = landmarks.filter(({ level }) => level === 0);
    expect(lowest.every(({ count }) => count <= 4)).toBe(true);
  });
});

test("moving an item between its neighbours writes no landmark", async () => {
  const { t } = await makeEmptyWorld();
  await t.run(async (ctx) => {
    const ids: Id<"listTotals">[] = [];
    for (let key = 10; key <= 400; key += 10) {
      await apply(ctx, ids, { kind: "add", key, at: 0 });
    }
    const before = await ctx.db.query("landmarks").collect();
    await apply(ctx, ids, { kind: "move", key: 201, at: 19 });
    expect(await ctx.db.query("landmarks").collect()).toEqual(before);
  });
});

test("finding any position reads few landmarks of each level", async () => {
  const { t, rows } = await makeEmptyWorld();
  await t.run(async (ctx) => {
    for (let key = 1; key <= 120; key++) {
      await apply(ctx, [], { kind: "add", key, at: 0 });
    }
  });
  const levels = new Set((await rows("landmarks")).map(({ level }) => level));
  const counts = await Promise.all(
    [0, 1, 30, 60, 90, 118, 119].map((position) =>
      t.run(async (ctx) => {
        await locateItem(ctx, listOf(ctx), position);
        const { documentsRead } = await ctx.meta.getTransactionMetrics();
        return documentsRead.used;
      }),
    ),
  );
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(Math.max(...counts)).toBeLessThanOrEqual(1 + levels.size * (4 + 1));
});

async function apply(
  ctx: Ctx,
  ids: Id<"listTotals">[],
  {
    kind,
    key,
    at,
  }: { kind: "add" | "remove" | "move"; key: number; at: number },
) {
  const list = listOf(ctx);
  const db = ctx as never; // a test's context is wider than a mutation's
  if (kind === "add") {
    ids.push(await ctx.db.insert("listTotals", { list: "item", count: key }));
    await changeTotal(db, list.name, 1);
    return addItem(db, list, key);
  }
  const id = ids[at % Math.max(1, ids.length)];
  const item = id && (await ctx.db.get("listTotals", id));
  if (!item) return;
  if (kind === "move") {
    await ctx.db.patch("listTotals", item._id, { count: key });
    return moveItem(db, list, item.count, key);
  }
  ids.splice(ids.indexOf(item._id), 1);
  await ctx.db.delete("listTotals", item._id);
  await changeTotal(db, list.name, -1);
  return removeItem(db, list, item.count);
}

async function expectAllFound(ctx: Ctx) {
  const list = listOf(ctx);
  const sorted = await list.from(0).order("asc").take(1000);
  for (const [position, item] of sorted.entries()) {
    const { start, skip } = await locateItem(ctx, list, position);
    const read = await list
      .from(start)
      .order("asc")
      .take(skip + 1);
    expect(read.at(-1)?._id).toBe(item._id);
  }
  const page = await readPage(ctx, list, 1);
  expect(page.total).toBe(sorted.length);
}
