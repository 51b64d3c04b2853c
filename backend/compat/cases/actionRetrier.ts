import { deepEqual, equal } from "node:assert/strict";
import type { CompatCase } from "../harness/compatCase.ts";
import type { Deployment } from "../harness/deployment.ts";

async function start(
  app: Deployment,
  job: string,
  failures: number,
): Promise<string> {
  const runId = await app.mutation("retries:run", { job, failures });
  return String(runId);
}

const success = (returnValue: string) => ({ type: "success", returnValue });

export const actionRetrier: CompatCase = {
  component: "action-retrier",
  checks: [
    {
      functions: ["run", "status"],
      name: "retries an action that fails twice until it succeeds",
      run: async (app) => {
        const runId = await start(app, "twice", 2);
        const completed = { type: "completed", result: success("done in 3") };
        await app.becomes("retries:status", { runId }, completed);
        equal(await app.query("retries:attempts", { job: "twice" }), 3);
      },
    },
    {
      functions: ["run", "onComplete"],
      name: "calls onComplete once with the result",
      run: async (app) => {
        const runId = await start(app, "once", 0);
        const wanted = [success("done in 1")];
        await app.becomes("retries:completion", { runId }, wanted);
      },
    },
    {
      functions: ["run", "onComplete"],
      name: "gives up after the last failure and reports the error",
      run: async (app) => {
        const runId = await start(app, "never", 100);
        await app.eventually("retries:completion", { runId }, (value) => {
          const [first] = value as { type: string; error: string }[];
          equal(first?.type, "failed");
          equal(first?.error.includes("Attempt 4 fails."), true, first?.error);
        });
        equal(await app.query("retries:attempts", { job: "never" }), 4);
      },
    },
    {
      functions: ["runAfter", "cancel", "onComplete"],
      name: "never starts a delayed run that was cancelled",
      run: async (app) => {
        const args = { job: "later", failures: 0, delayMs: 3_600_000 };
        const runId = String(await app.mutation("retries:runAfter", args));
        deepEqual(await app.query("retries:status", { runId }), {
          type: "inProgress",
        });
        await app.mutation("retries:cancel", { runId });
        await app.becomes("retries:completion", { runId }, [
          { type: "canceled" },
        ]);
        equal(await app.query("retries:attempts", { job: "later" }), 0);
      },
    },
    {
      functions: ["runAfter", "cleanup"],
      name: "finishes and cleans up a delayed run",
      run: async (app) => {
        const args = { job: "soon", failures: 0, delayMs: 100 };
        const runId = String(await app.mutation("retries:runAfter", args));
        const completed = { type: "completed", result: success("done in 1") };
        await app.becomes("retries:status", { runId }, completed);
        await app.mutation("retries:cleanup", { runId });
        const error = await app
          .query("retries:status", { runId })
          .catch((reason: unknown) => String(reason));
        equal(String(error).includes("not found"), true, String(error));
      },
    },
  ],
};
