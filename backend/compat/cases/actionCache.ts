import { equal } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { CompatCase } from "../harness/compatCase.ts";
import type { Deployment } from "../harness/deployment.ts";

/** Fetches `text` and returns how often the action has run so far. */
async function fetched(
  app: Deployment,
  text: string,
  options: { ttl?: number; force?: boolean } = {},
): Promise<unknown> {
  const result = await app.action("cached:fetch", { text, ...options });
  equal(result, [...text].reverse().join(""));
  return app.query("cached:runs");
}

export const actionCache: CompatCase = {
  component: "action-cache",
  checks: [
    {
      functions: ["fetch"],
      name: "runs the action once per arguments",
      run: async (app) => {
        equal(await fetched(app, "abc"), 1);
        equal(await fetched(app, "abc"), 1);
        equal(await fetched(app, "xyz"), 2);
      },
    },
    {
      functions: ["fetch"],
      name: "runs the action again with force and stores the new value",
      run: async (app) => {
        equal(await fetched(app, "abc", { force: true }), 3);
        equal(await fetched(app, "abc"), 3);
      },
    },
    {
      functions: ["fetch"],
      name: "ignores a value older than its ttl",
      run: async (app) => {
        equal(await fetched(app, "short", { ttl: 1 }), 4);
        await sleep(20);
        equal(await fetched(app, "short", { ttl: 1 }), 5);
      },
    },
    {
      functions: ["remove"],
      name: "removes one value and keeps the others",
      run: async (app) => {
        await app.mutation("cached:remove", { text: "abc" });
        equal(await fetched(app, "xyz"), 5);
        equal(await fetched(app, "abc"), 6);
      },
    },
    {
      functions: ["removeAllForName"],
      name: "removes all values of a name",
      run: async (app) => {
        await app.mutation("cached:removeAllForName");
        equal(await fetched(app, "abc"), 7);
      },
    },
    {
      functions: ["removeAll"],
      name: "removes the whole cache",
      run: async (app) => {
        await app.mutation("cached:clear");
        equal(await fetched(app, "abc"), 8);
      },
    },
  ],
};
