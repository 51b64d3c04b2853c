import { afterEach, describe, expect, test } from "vitest";
import type {
  ConvexJson,
  ConvexJsonObject,
} from "../../../values/convexJson.ts";
import { callOf, TestApp } from "../../../../test/support/fixtureApp.ts";

const SCHEMA = `
export default defineSchema({
  foods: defineTable(v.any())
    .vectorIndex("by_embedding", { vectorField: "embedding", dimensions: 3, filterFields: ["cuisine", "about.spicy"] }),
});`;

const FOODS = `
export const add = mutation(async (ctx, { foods }) => {
  const ids = [];
  for (const food of foods) ids.push(await ctx.db.insert("foods", food));
  return ids;
});
export const patch = mutation((ctx, { id, fields }) => ctx.db.patch(id, fields));
export const remove = mutation((ctx, { id }) => ctx.db.delete(id));
export const addAndFail = mutation(async (ctx, { food }) => {
  await ctx.db.insert("foods", food);
  throw new Error("no");
});
export const names = query(async (ctx, { ids }) => Promise.all(ids.map(async (id) => (await ctx.db.get(id)).name)));
export const ping = query(() => "here");
const filters = {
  none: undefined,
  french: (q) => q.eq("cuisine", "French"),
  either: (q) => q.or(q.eq("cuisine", "French"), q.eq("about.spicy", true)),
  missing: (q) => q.eq("cuisine", undefined),
  nothing: (q) => q.or(),
  unknown: (q) => q.eq("name", "toast"),
  many: (q) => q.or(...Array.from({ length: 65 }, (_, i) => q.eq("cuisine", i))),
};
export const search = action(async (ctx, { vector, limit, filter = "none" }) => {
  const found = await ctx.vectorSearch("foods", "by_embedding", { vector, limit, filter: filters[filter] });
  const names = await ctx.runQuery(f("foods:names"), { ids: found.map(({ _id }) => _id) });
  return names.map((name, i) => [name, found[i]._score]);
});
export const raw = action((ctx, { table, index, vector }) => ctx.vectorSearch(table, index, { vector }));
export const addAndSearch = action(async (ctx, { foods, vector }) => {
  await ctx.runMutation(f("foods:add"), { foods });
  return (await ctx.vectorSearch("foods", "by_embedding", { vector, limit: 1 })).length;
});
`;

const SOURCE = { "": { "schema.js": SCHEMA, "foods.js": FOODS } };

const FOODS_AT_FIRST: ConvexJsonObject[] = [
  { name: "toast", embedding: [1, 0, 0], cuisine: "French" },
  { name: "dal", embedding: [0, 1, 0], cuisine: "Indian" },
  { name: "curry", embedding: [0, 2, 2], cuisine: "Indian" },
  { name: "chutney", embedding: [0, 0, 1], about: { spicy: true } },
];

describe("vector search", () => {
  let app: TestApp;
  afterEach(() => app.stop());

  const search = async (args: ConvexJsonObject) =>
    // The action above returns names and scores.
    (await app.action("foods:search", args)) as [string, number][];
  const names = async (args: ConvexJsonObject) =>
    (await search(args)).map(([name]) => name);
  const add = async (foods: ConvexJsonObject[]) =>
    (await app.mutation("foods:add", { foods })) as string[];

  async function start(options = {}): Promise<string[]> {
    app = await TestApp.start(SOURCE, options);
    return await add(FOODS_AT_FIRST);
  }

  test("finds the most similar documents first, with their cosine similarity", async () => {
    await start();
    const found = await search({ vector: [0, 3, 1], limit: 3 });
    expect(found.map(([name]) => name)).toEqual(["dal", "curry", "chutney"]);
    expect(found.map(([, score]) => score.toFixed(4))).toEqual([
      "0.9487",
      "0.8944",
      "0.3162",
    ]);
    const opposite = await search({ vector: [-1, 0, 0] });
    expect(opposite.at(-1)).toEqual(["toast", -1]);
  });

  test("gives ten results by default, and orders ties by id", async () => {
    await start();
    const same = Array.from({ length: 12 }, (_, i) => ({
      name: `same ${i}`,
      embedding: [1, 1, 1],
    }));
    const ids = await add(same);
    const found = await names({ vector: [1, 1, 1] });
    const byId = ids.map((id, i) => [id, `same ${i}`] as const);
    byId.sort(([a], [b]) => (a < b ? -1 : 1));
    expect(found).toEqual(byId.slice(0, 10).map(([, name]) => name));
  });

  test("filters by one field, by either of two and by a missing one", async () => {
    await start();
    const vector = [0, 0, 1];
    expect(await names({ vector, filter: "french" })).toEqual(["toast"]);
    const either = ["chutney", "toast"];
    expect(await names({ vector, filter: "either" })).toEqual(either);
    expect(await names({ vector, filter: "missing" })).toEqual(["chutney"]);
    expect(await names({ vector, filter: "nothing" })).toEqual([]);
  });

  test("sees each commit at once, and nothing of a mutation that failed", async () => {
    const [toast = "", dal = ""] = await start();
    expect(await names({ vector: [1, 0, 0], limit: 1 })).toEqual(["toast"]);
    await app.mutation("foods:patch", {
      id: dal,
      fields: { embedding: [5, 0.1, 0] },
    });
    await app.mutation("foods:remove", { id: toast });
    const soup = { name: "soup", embedding: [1, 0, 0.5] };
    const failed = app.mutation("foods:addAndFail", { food: soup });
    await expect(failed).rejects.toThrow("no");
    expect(await names({ vector: [1, 0.1, 0] })).toEqual([
      "dal",
      "curry",
      "chutney",
    ]);
    await app.mutation("foods:patch", {
      id: dal,
      fields: { cuisine: "French" },
    });
    const args = { vector: [1, 0, 0], filter: "french" };
    expect(await names(args)).toEqual(["dal"]);
    const foods = [soup];
    const own = await app.action("foods:addAndSearch", {
      foods,
      vector: [1, 0, 0.5],
    });
    expect(own).toBe(1);
    expect(await names({ vector: [1, 0, 0.5], limit: 1 })).toEqual(["soup"]);
  });

  test("leaves out vectors with other dimensions or non-finite numbers", async () => {
    await start();
    const nan = {
      $float: Buffer.from(new Float64Array([NaN]).buffer).toString("base64"),
    };
    const odd: ConvexJson[] = [
      [1, 0],
      [1, 0, 0, 0],
      [1, 0, nan],
      [1e300, 0, 0],
      "none",
      null,
      [1, 0, "0"],
      [1, 0, { $integer: "AAAAAAAAAAA=" }],
    ];
    await add(odd.map((embedding) => ({ name: "odd", embedding })));
    expect(await names({ vector: [1, 0, 0] })).not.toContain("odd");
    const minusZero = { $float: "AAAAAAAAAIA=" };
    await add([{ name: "fine", embedding: [9, 0.1, minusZero] }]);
    expect(await names({ vector: [9, 0.1, 0], limit: 1 })).toEqual(["fine"]);
    await add([{ name: "nowhere", embedding: [0, 0, 0] }]);
    expect(await search({ vector: [0, 0, 0], limit: 1 })).toMatchObject([
      [expect.any(String), 0],
    ]);
  });

  test("refuses invalid searches with a reason", async () => {
    await start();
    const refused = async (args: ConvexJsonObject, words: string) =>
      expect(search(args)).rejects.toThrow(words);
    const vector = [1, 0, 0];
    await refused(
      { vector, limit: 257 },
      "Vector queries can fetch at most 256 results, requested 257.",
    );
    await refused({ vector, limit: 0 }, "a whole number from 1 to 256");
    await refused({ vector, limit: 1.5 }, "a whole number from 1 to 256");
    await refused(
      { vector: [1] },
      'index "by_embedding" has dimensions: 3, not 1',
    );
    await refused({ vector: [1, 0, "x"] }, "must consist of finite numbers");
    await refused({ vector, filter: "many" }, "at most 64 filter expressions");
    await refused(
      { vector, filter: "unknown" },
      'Field "name" is not a filter field of vector index "by_embedding".',
    );
    for (const [table, index] of [
      ["foods", "by_name"],
      ["drinks", "by_embedding"],
    ] as const) {
      const raw = app.action("foods:raw", { table, index, vector });
      await expect(raw).rejects.toThrow(
        `Vector index ${table}.${index} not found.`,
      );
    }
  });

  test("gives the same results after a restart and after a rebuild", async () => {
    await start();
    await app.restart();
    expect(await names({ vector: [1, 0, 0], limit: 1 })).toEqual(["toast"]);
    await app.push(SOURCE);
    await add([{ name: "bread", embedding: [1, 0, 0.01] }]);
    const args = { vector: [1, 0, 0.01], limit: 1 };
    expect(await names(args)).toEqual(["bread"]);
  });

  test("an index added by a push includes earlier documents; a removed one is gone", async () => {
    app = await TestApp.start({
      "": {
        "schema.js": `export default defineSchema({ foods: defineTable(v.any()) });`,
        "foods.js": FOODS,
      },
    });
    await add(FOODS_AT_FIRST);
    await app.push(SOURCE);
    expect(await names({ vector: [1, 0, 0], limit: 1 })).toEqual(["toast"]);
    const two = SCHEMA.replace("dimensions: 3", "dimensions: 2");
    await app.push({ "": { "schema.js": two, "foods.js": FOODS } });
    expect(await names({ vector: [1, 0] })).toEqual([]);
    const none = `export default defineSchema({ foods: defineTable(v.any()) });`;
    await app.push({ "": { "schema.js": none, "foods.js": FOODS } });
    await expect(search({ vector: [1, 0] })).rejects.toThrow("not found");
  });

  test("a component has its own vector indexes", async () => {
    const caller = `
export const ask = action((ctx, args) => ctx.runAction(components.shelf.foods.search, args));
export const fill = mutation((ctx, args) => ctx.runMutation(components.shelf.foods.add, args));
export const own = action((ctx, { vector }) => ctx.vectorSearch("foods", "by_embedding", { vector }));
`;
    app = await TestApp.start({
      "": { "app.js": caller },
      shelf: { "schema.js": SCHEMA, "foods.js": FOODS },
    });
    await app.mutation("app:fill", { foods: FOODS_AT_FIRST });
    const found = await app.action("app:ask", { vector: [0, 1, 0], limit: 1 });
    expect(found).toEqual([["dal", 1]]);
    await expect(app.action("app:own", { vector: [0, 1, 0] })).rejects.toThrow(
      "Vector index foods.by_embedding not found.",
    );
  });

  test("finds the same among thousands of documents after removals", async () => {
    app = await TestApp.start(SOURCE);
    const at = (i: number) => [Math.cos(i / 500), Math.sin(i / 500), 0.2];
    const all: string[] = [];
    for (let from = 0; from < 3000; from += 500) {
      const foods = Array.from({ length: 500 }, (_, i) => ({
        name: `food ${from + i}`,
        embedding: at(from + i),
        cuisine: (from + i) % 3 === 0 ? "French" : "Indian",
      }));
      all.push(...(await add(foods)));
    }
    expect(await names({ vector: at(1500), limit: 1 })).toEqual(["food 1500"]);
    for (let i = 1400; i < 1500; i += 1) {
      await app.mutation("foods:remove", { id: all[i] ?? "" });
    }
    const args = { vector: at(1447), limit: 3 };
    const nearest = ["food 1399", "food 1398", "food 1397"];
    expect(await names(args)).toEqual(nearest);
    const french = await names({ ...args, filter: "french", limit: 256 });
    expect(french).toHaveLength(256);
    expect(french.every((name) => Number(name.slice(5)) % 3 === 0)).toBe(true);
  });

  test("refuses an index over the memory limit with a reason; queries continue", async () => {
    const wide = SCHEMA.replace("dimensions: 3", "dimensions: 4096");
    app = await TestApp.start(
      { "": { "schema.js": wide, "foods.js": FOODS } },
      { vectorMemoryMib: 5 },
    );
    const embedding = Array.from({ length: 4096 }, () => 1);
    await add([{ name: "wide", embedding }]);
    const found = search({ vector: embedding });
    await expect(found).rejects.toThrow("more than 5 MiB of memory");
    const outcome = await app.runtime.runQuery(callOf("foods:ping"));
    expect(outcome.ok).toBe(true);
  });
});
