import { deepEqual, equal, rejects } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { CompatCase } from "../harness/compatCase.ts";

const MOST_TRIES = 10;
const everySecond = { kind: "interval", ms: 1000 };
const yearly = { kind: "cron", cronspec: "0 0 1 1 *", tz: "Asia/Kolkata" };

export const crons: CompatCase = {
  component: "crons",
  checks: [
    {
      functions: ["register"],
      name: "runs a mutation at an interval",
      run: async (app) => {
        const args = { name: "fast", schedule: everySecond };
        await app.mutation("jobs:register", args);
        await app.becomes("jobs:hasTicked", { by: "fast", times: 2 }, true);
      },
    },
    {
      functions: ["register"],
      name: "runs an action on a cronspec with seconds",
      run: async (app) => {
        const schedule = { kind: "cron", cronspec: "* * * * * *" };
        await app.mutation("jobs:registerAction", { name: "spec", schedule });
        await app.becomes("jobs:hasTicked", { by: "spec", times: 2 }, true);
      },
    },
    {
      functions: ["register"],
      name: "rejects duplicate names and invalid schedules",
      run: async (app) => {
        await rejects(
          app.mutation("jobs:register", { name: "fast", schedule: yearly }),
          /Cron with name "fast" already exists/,
        );
        const schedule = { kind: "cron", cronspec: "never" };
        await rejects(
          app.mutation("jobs:register", { name: "wrong", schedule }),
          /Invalid cronspec: "never"/,
        );
      },
    },
    {
      functions: ["get", "list"],
      name: "lists registered crons with schedule and arguments",
      run: async (app) => {
        const args = { name: "yearly", schedule: yearly };
        await app.mutation("jobs:register", args);
        deepEqual(await app.query("jobs:get", { name: "yearly" }), yearly);
        equal(await app.query("jobs:get", { name: "none" }), null);
        const all = (await app.query("jobs:list")) as { name: string }[];
        deepEqual(all.map(({ name }) => name).sort(), [
          "fast",
          "spec",
          "yearly",
        ]);
      },
    },
    {
      functions: ["delete"],
      name: "stops deleted crons",
      run: async (app) => {
        for (const name of ["fast", "spec", "yearly"]) {
          await app.mutation("jobs:remove", { name });
        }
        deepEqual(await app.query("jobs:list"), []);
        let ticks = await app.query("jobs:ticks");
        // Runs that began before the crons were removed may still end.
        for (let tries = 1; ; tries++) {
          await sleep(2500);
          const before = ticks;
          ticks = await app.query("jobs:ticks");
          if (tries === MOST_TRIES) equal(ticks, before);
          if (ticks === before) return;
        }
      },
    },
  ],
};
