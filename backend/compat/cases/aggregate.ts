import { deepEqual, equal } from "node:assert/strict";
import type { CompatCase } from "../harness/compatCase.ts";

export const aggregate: CompatCase = {
  component: "aggregate",
  checks: [
    {
      functions: ["insert", "count", "sum"],
      name: "counts and sums 200 items, and none when empty",
      run: async (app) => {
        equal(await app.query("scores:count"), 0);
        equal(await app.query("scores:sum"), 0);
        for (const from of [0, 50, 100, 150]) {
          await app.mutation("scores:insertMany", { from, count: 50 });
        }
        equal(await app.query("scores:count"), 200);
        equal(await app.query("scores:sum"), (199 * 200 * 10) / 2);
      },
    },
    {
      functions: ["count", "countBatch"],
      name: "counts within bounds",
      run: async (app) => {
        equal(await app.query("scores:count", { lower: 150 }), 50);
        const lowers = [0, 100, 199, 200];
        deepEqual(
          await app.query("scores:countBatch", { lowers }),
          [200, 100, 1, 0],
        );
      },
    },
    {
      functions: ["at", "indexOf", "min", "max", "random"],
      name: "finds items by position and positions by item",
      run: async (app) => {
        equal(await app.query("scores:at", { offset: 120 }), 120);
        equal(await app.query("scores:at", { offset: -1 }), 199);
        equal(await app.query("scores:indexOf", { key: 77 }), 77);
        deepEqual(await app.query("scores:edges"), { min: 0, max: 199 });
        equal(await app.query("scores:isRandomOneOfThem"), true);
      },
    },
    {
      functions: ["delete", "count", "sum", "at"],
      name: "leaves deleted items out of count and sum",
      run: async (app) => {
        await app.mutation("scores:removeMany", { from: 0, count: 60 });
        equal(await app.query("scores:count"), 140);
        equal(await app.query("scores:sum"), ((60 + 199) * 140 * 10) / 2);
        equal(await app.query("scores:at", { offset: 0 }), 60);
      },
    },
    {
      functions: [
        "replace",
        "replaceOrInsert",
        "insertIfDoesNotExist",
        "deleteIfExists",
      ],
      name: "moves replaced items and does not insert existing ones again",
      run: async (app) => {
        await app.mutation("scores:replace", { key: 60, newKey: 500 });
        deepEqual(await app.query("scores:edges"), { min: 61, max: 500 });
        await app.mutation("scores:replaceOrInsert", { key: 100 });
        equal(await app.query("scores:count"), 140);
      },
    },
    {
      functions: ["paginate"],
      name: "returns every item once in ordered pages",
      run: async (app) => {
        const keys = await app.query("scores:pages", { pageSize: 30 });
        const wanted = Array.from({ length: 139 }, (_, index) => 61 + index);
        deepEqual(keys, [...wanted, 500]);
      },
    },
    {
      functions: ["clear"],
      name: "is empty after clear and accepts items again",
      run: async (app) => {
        await app.mutation("scores:clear");
        equal(await app.query("scores:count"), 0);
        await app.mutation("scores:insertMany", { from: 0, count: 20 });
        equal(await app.query("scores:count"), 20);
      },
    },
    {
      functions: ["TableAggregate", "clearAll", "iterNamespaces"],
      name: "resets and seeds 100 rows in one mutation, repeatedly",
      run: async (app) => {
        for (let times = 0; times < 2; times++) {
          await app.mutation("scores:resetAndSeed", { rows: 100 });
          deepEqual(await app.query("scores:game", { namespace: "chess" }), {
            count: 50,
            sum: 2450,
            max: 98,
          });
        }
        deepEqual((await app.query("scores:namespaces")) as string[], [
          "chess",
          "go",
        ]);
      },
    },
    {
      functions: ["TableAggregate"],
      name: "changes one namespace without affecting the other",
      run: async (app) => {
        const args = { namespace: "go", score: 1000 };
        await app.mutation("scores:patchTop", args);
        deepEqual(await app.query("scores:game", { namespace: "go" }), {
          count: 50,
          sum: 2500 - 99 + 1000,
          max: 1000,
        });
        deepEqual(await app.query("scores:game", { namespace: "chess" }), {
          count: 50,
          sum: 2450,
          max: 98,
        });
      },
    },
  ],
};
