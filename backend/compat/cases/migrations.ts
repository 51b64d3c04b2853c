import { deepEqual, equal } from "node:assert/strict";
import type { CompatCase } from "../harness/compatCase.ts";

export const migrations: CompatCase = {
  component: "migrations",
  checks: [
    {
      functions: ["define", "runner"],
      name: "changes nothing in a dry run",
      run: async (app) => {
        for (const from of [0, 100, 200, 300, 400]) {
          await app.mutation("migrations:seed", { from, rows: 100 });
        }
        const args = '{"fn":"migrations:setName","dryRun":true}';
        await app.cli("run", "migrations:run", args);
        deepEqual(await app.query("migrations:count"), { named: 0, even: 0 });
      },
    },
    {
      functions: ["define", "runOne", "getStatus"],
      name: "migrates 500 rows in batches of 60",
      run: async (app) => {
        await app.mutation("migrations:start", {
          name: "setName",
          batchSize: 60,
        });
        await app.becomes(
          "migrations:status",
          { name: "setName" },
          { state: "success", processed: 500 },
        );
        deepEqual(await app.query("migrations:count"), { named: 500, even: 0 });
      },
    },
    {
      functions: ["runSerially", "getStatus"],
      name: "skips finished migrations in a series, keeps to a custom range and runs rows in parallel",
      run: async (app) => {
        await app.mutation("migrations:startBoth");
        await app.becomes(
          "migrations:status",
          { name: "setEven" },
          { state: "success", processed: 300 },
        );
        const counts = await app.query("migrations:count");
        deepEqual(counts, { named: 500, even: 150 });
      },
    },
    {
      functions: ["runner"],
      name: "runs a series again with `convex run` and `reset`",
      run: async (app) => {
        await app.mutation("migrations:forget");
        await app.cli("run", "migrations:runBoth", '{"reset":true}');
        await app.becomes("migrations:count", {}, { named: 500, even: 150 });
      },
    },
    {
      functions: ["runOne", "getStatus"],
      name: "marks a migration that throws as failed and rolls back its last batch",
      run: async (app) => {
        await app.mutation("migrations:start", { name: "failAt250" });
        await app.becomes(
          "migrations:status",
          { name: "failAt250" },
          { state: "failed", processed: 200 },
        );
        equal(await app.query("migrations:gone"), 200);
      },
    },
    {
      functions: ["cancel", "cancelAll"],
      name: "cancels a running migration",
      run: async (app) => {
        equal(await app.mutation("migrations:startAndCancel"), "canceled");
        await app.becomes(
          "migrations:status",
          { name: "setNumber" },
          { state: "canceled", processed: 10 },
        );
        deepEqual(await app.mutation("migrations:cancelAll"), [
          "canceled",
          "failed",
        ]);
      },
    },
  ],
};
