import { equal } from "node:assert/strict";
import type { CompatCase } from "../harness/compatCase.ts";

export const batchWorker: CompatCase = {
  component: "batch-worker",
  checks: [
    {
      functions: ["ping", "defineBatchWorkerValidators"],
      name: "processes 100 rows in batches of at most 10, with `commitTs` as the cursor",
      run: async (app) => {
        const values = Array.from({ length: 100 }, (_, index) => index);
        await app.mutation("events:add", { values });
        await app.becomes("events:total", {}, 4950);
        equal(await app.query("events:left"), 0);
        equal(await app.query("events:largest"), 10);
      },
    },
    {
      functions: ["ping"],
      name: "processes each row exactly once with 50 pings at once",
      run: async (app) => {
        await Promise.all(
          Array.from({ length: 50 }, () =>
            app.mutation("events:add", { values: [1] }),
          ),
        );
        await app.becomes("events:total", {}, 5000);
        equal(await app.query("events:left"), 0);
      },
    },
  ],
};
