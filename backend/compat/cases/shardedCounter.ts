import { equal, ok } from "node:assert/strict";
import type { CompatCase } from "../harness/compatCase.ts";

export const shardedCounter: CompatCase = {
  component: "sharded-counter",
  checks: [
    {
      functions: ["add", "subtract", "count"],
      name: "counts additions and subtractions",
      run: async (app) => {
        await app.mutation("counters:add", { name: "beers", count: 10 });
        await app.mutation("counters:subtract", { name: "beers", count: 3 });
        equal(await app.query("counters:count", { name: "beers" }), 7);
        equal(await app.query("counters:count", { name: "none" }), 0);
      },
    },
    {
      functions: ["for", "inc", "dec"],
      name: "counts up and down for one name",
      run: async (app) => {
        await app.mutation("counters:incAndDec", { name: "one" });
        equal(await app.query("counters:count", { name: "one" }), 1);
      },
    },
    {
      functions: ["add", "count"],
      name: "adds and reads from an action",
      run: async (app) => {
        const args = { name: "acted", count: 5 };
        equal(await app.action("counters:addInAction", args), 5);
      },
    },
    {
      functions: ["add", "count"],
      name: "counts 60 additions at once",
      run: async (app) => {
        await Promise.all(
          Array.from({ length: 60 }, () =>
            app.mutation("counters:add", { name: "wide" }),
          ),
        );
        equal(await app.query("counters:count", { name: "wide" }), 60);
      },
    },
    {
      functions: ["rebalance", "estimateCount"],
      name: "estimates the total from one shard after rebalancing",
      run: async (app) => {
        await app.mutation("counters:rebalance", { name: "wide" });
        equal(await app.query("counters:count", { name: "wide" }), 60);
        const args = { name: "wide", shards: 1 };
        const estimate = (await app.query(
          "counters:estimateCount",
          args,
        )) as number;
        ok(Math.abs(estimate - 60) < 1e-6, `the estimate is ${estimate}`);
      },
    },
    {
      functions: ["reset"],
      name: "resets one counter and keeps the others",
      run: async (app) => {
        await app.mutation("counters:reset", { name: "wide" });
        equal(await app.query("counters:count", { name: "wide" }), 0);
        equal(await app.query("counters:count", { name: "beers" }), 7);
      },
    },
  ],
};
