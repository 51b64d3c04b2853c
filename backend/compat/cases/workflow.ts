import { deepEqual, equal } from "node:assert/strict";
import type { CompatCase } from "../harness/compatCase.ts";
import type { Deployment } from "../harness/deployment.ts";

const completed = (result: unknown) => ({ type: "completed", result });
const success = (returnValue: unknown) => ({ kind: "success", returnValue });

async function start(
  app: Deployment,
  flow: string,
  context: string,
  text?: string,
): Promise<string> {
  const args: Record<string, string> = { flow, context };
  if (text !== undefined) args.text = text;
  return String(await app.mutation("flows:start", args));
}

export const workflow: CompatCase = {
  component: "workflow",
  checks: [
    {
      functions: [
        "define",
        "start",
        "status",
        "runQuery",
        "runMutation",
        "runAction",
        "sleep",
      ],
      name: "runs steps in sequence and in parallel, each exactly once",
      run: async (app) => {
        const workflowId = await start(app, "steps", "plain", "abc");
        const wanted = completed("ABC 3 N1N2N3");
        await app.becomes("flows:status", { workflowId }, wanted);
        equal(await app.query("flows:notes", { text: "ABC" }), 1);
      },
    },
    {
      functions: ["onComplete", "listSteps", "list"],
      name: "calls onComplete once with the result and lists the steps",
      run: async (app) => {
        const workflowId = await start(app, "steps", "listed", "de");
        await app.becomes("flows:results", { context: "listed" }, [
          success("DE 2 N1N2N3"),
        ]);
        deepEqual(await app.query("flows:listSteps", { workflowId }), [
          "flows:shout",
          "flows:length",
          "flows:note",
          "sleep",
          "flows:shout",
          "flows:shout",
          "flows:shout",
        ]);
        equal(await app.query("flows:list"), 2);
      },
    },
    {
      functions: ["runAction"],
      name: "retries a step that fails twice",
      run: async (app) => {
        const workflowId = await start(app, "retried", "retried", "fragile");
        await app.becomes("flows:status", { workflowId }, completed(3));
      },
    },
    {
      functions: ["awaitEvent", "sendEvent"],
      name: "waits for an event and receives its value",
      run: async (app) => {
        const workflowId = await start(app, "waiting", "waiting");
        deepEqual(await app.query("flows:status", { workflowId }), {
          type: "inProgress",
        });
        await app.mutation("flows:approve", { workflowId, by: "Meera" });
        const wanted = completed("approved by Meera");
        await app.becomes("flows:status", { workflowId }, wanted);
      },
    },
    {
      functions: ["cancel", "onComplete"],
      name: "cancels a waiting workflow",
      run: async (app) => {
        const workflowId = await start(app, "waiting", "cancelled");
        await app.mutation("flows:cancel", { workflowId });
        const wanted = { type: "canceled" };
        await app.becomes("flows:status", { workflowId }, wanted);
        await app.becomes("flows:results", { context: "cancelled" }, [
          { kind: "canceled" },
        ]);
      },
    },
    {
      functions: ["define", "status"],
      name: "catches a step's error and fails with its own",
      run: async (app) => {
        const workflowId = await start(app, "failing", "failing");
        await app.eventually("flows:status", { workflowId }, (status) => {
          const { type, error } = status as { type: string; error: string };
          equal(type, "failed");
          equal(error.includes("The workflow gives up."), true, error);
        });
        equal(await app.query("flows:notes", { text: "handled" }), 1);
      },
    },
    {
      functions: ["runWorkflow"],
      name: "runs another workflow as a step",
      run: async (app) => {
        const workflowId = await start(app, "nested", "nested", "in");
        const wanted = completed("inner: IN 2 N1N2N3");
        await app.becomes("flows:status", { workflowId }, wanted);
      },
    },
    {
      functions: ["define"],
      name: "replays a workflow with the same time and random numbers",
      run: async (app) => {
        const workflowId = await start(app, "replayed", "replayed");
        await app.becomes("flows:status", { workflowId }, completed(true));
      },
    },
    {
      functions: ["start", "onComplete"],
      name: "finishes 20 workflows at once",
      run: async (app) => {
        await Promise.all(
          Array.from({ length: 20 }, () => start(app, "steps", "many", "x")),
        );
        const wanted = Array.from({ length: 20 }, () => success("X 1 N1N2N3"));
        await app.becomes("flows:results", { context: "many" }, wanted);
      },
    },
    {
      functions: ["cleanup"],
      name: "cleans up a finished workflow",
      run: async (app) => {
        const workflowId = await start(app, "replayed", "cleaned");
        await app.becomes("flows:status", { workflowId }, completed(true));
        equal(await app.mutation("flows:cleanup", { workflowId }), true);
      },
    },
  ],
};
