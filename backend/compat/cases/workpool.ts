import { deepEqual, equal, ok } from "node:assert/strict";
import type { CompatCase } from "../harness/compatCase.ts";

const success = (returnValue: unknown) => ({ kind: "success", returnValue });
const anHourMs = 3_600_000;

export const workpool: CompatCase = {
  component: "workpool",
  checks: [
    {
      functions: ["enqueueAction", "defineOnComplete", "status"],
      name: "runs an action and passes its result to onComplete",
      run: async (app) => {
        const args = { job: "plain", failures: 0, ms: 0 };
        const id = String(await app.mutation("pool:enqueueAction", args));
        const wanted = [success("done in 1")];
        await app.becomes("pool:results", { context: "plain" }, wanted);
        equal(await app.query("pool:status", { id }), "finished");
      },
    },
    {
      functions: ["enqueueMutation", "enqueueQuery", "defineOnComplete"],
      name: "runs mutations and queries and returns their results",
      run: async (app) => {
        await app.mutation("pool:enqueueMutation", { number: 21 });
        await app.mutation("pool:enqueueQuery", { number: 21 });
        await app.becomes("pool:results", { context: "mutation" }, [
          success(42),
        ]);
        await app.becomes("pool:results", { context: "query" }, [
          success(10.5),
        ]);
        equal(await app.query("pool:attempts", { job: "double 21" }), 1);
      },
    },
    {
      functions: ["enqueueAction", "defineOnComplete"],
      name: "retries a failed action only if asked to",
      run: async (app) => {
        const args = { failures: 2, ms: 0 };
        const retried = { ...args, job: "retried", retry: true };
        await app.mutation("pool:enqueueAction", retried);
        await app.mutation("pool:enqueueAction", { ...args, job: "once" });
        await app.becomes("pool:results", { context: "retried" }, [
          success("done in 3"),
        ]);
        await app.becomes("pool:attempts", { job: "once" }, 1);
        await app.eventually("pool:results", { context: "once" }, (value) => {
          const [first] = value as { kind: string; error: string }[];
          equal(first?.kind, "failed");
          ok(first?.error.includes("Attempt 1 fails."), first?.error);
        });
      },
    },
    {
      functions: ["enqueueActionBatch", "statusBatch"],
      name: "runs 12 actions at most three at a time",
      run: async (app) => {
        const jobs = Array.from({ length: 12 }, (_, number) => ({
          job: `batch ${number}`,
          failures: 0,
          ms: 50,
        }));
        const ids = (await app.mutation("pool:enqueueActionBatch", {
          jobs,
        })) as string[];
        const finished = ids.map(() => "finished");
        await app.becomes("pool:statusBatch", { ids }, finished);
        const wanted = ids.map(() => success("done in 1"));
        await app.becomes("pool:results", { context: "batch" }, wanted);
        const peak = (await app.query("pool:peak")) as number;
        ok(peak >= 1 && peak <= 3, `${peak} ran at once`);
      },
    },
    {
      functions: ["enqueueAction", "cancel"],
      name: "never runs delayed work that was cancelled",
      run: async (app) => {
        const args = { job: "later", failures: 0, ms: 0, runAfter: anHourMs };
        const id = String(await app.mutation("pool:enqueueAction", args));
        equal(await app.query("pool:status", { id }), "pending");
        await app.mutation("pool:cancel", { id });
        await app.becomes("pool:results", { context: "later" }, [
          { kind: "canceled" },
        ]);
        equal(await app.query("pool:attempts", { job: "later" }), 0);
      },
    },
    {
      functions: ["cancelAll"],
      name: "cancels all waiting work at once",
      run: async (app) => {
        const ids: string[] = [];
        for (const job of ["first", "second"]) {
          const args = { job, failures: 0, ms: 0, runAfter: anHourMs };
          ids.push(String(await app.mutation("pool:enqueueAction", args)));
        }
        await app.mutation("pool:cancelAll");
        const finished = ["finished", "finished"];
        await app.becomes("pool:statusBatch", { ids }, finished);
        deepEqual(await app.query("pool:results", { context: "first" }), [
          { kind: "canceled" },
        ]);
      },
    },
  ],
};
