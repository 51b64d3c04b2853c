/**
 * The endpoints with which the official CLI deploys to this backend and manages
 * it. `routes/` checks the admin key before it calls them.
 */
import type { FunctionRuntime } from "../runtime/contract/runtime.ts";
import { HttpError } from "../http/httpError.ts";
import type { JsonRoute, JsonRoutes } from "../http/route.ts";
import { runInlineQuery } from "./inlineQueryRoute.ts";
import { EnvironmentUpdates } from "./environmentUpdates.ts";
import { FunctionLogs } from "./functionLogs.ts";
import type { PushOptions } from "../push/pushOptions.ts";
import { SerialQueue } from "../queues/serialQueue.ts";
import { PushSteps } from "../push/pushSteps.ts";

/** Oldest version that `npm run compat` pushes with. */
const OLDEST_CLI = "1.28";
const LOG_HOLD_MS = 20_000;
const LOG_CAPACITY = 1_000;
const MAX_LOG_LENGTH = 8 << 20;

/**
 * Creates the endpoints for a runtime. Removes files left by pushes that were
 * unfinished when the server last stopped.
 */
export function createCliRoutes(
  runtime: FunctionRuntime,
  options: PushOptions,
): JsonRoutes {
  const changes = new SerialQueue();
  const steps = new PushSteps(runtime, options, changes);
  const environment = new EnvironmentUpdates(runtime, options, changes);
  const logs = new FunctionLogs({
    capacity: LOG_CAPACITY,
    maxLength: MAX_LOG_LENGTH,
    holdMs: LOG_HOLD_MS,
    now: Date.now,
  });
  runtime.onExecution((execution) => logs.add(execution));
  return {
    "GET /api/v1/get_canonical_urls": async () => ({
      convexCloudUrl: options.cloudUrl,
      convexSiteUrl: options.siteUrl,
    }),
    "POST /api/get_config_hashes": async () => steps.configHashes(),
    // Older versions of the CLI push through these.
    "POST /api/prepare_schema": refuseOldTools,
    "POST /api/push_config": refuseOldTools,
    "POST /api/deploy2/evaluate_schema": ({ body }) => steps.predict(body),
    "POST /api/deploy2/evaluate_push": ({ body }) => steps.compare(body),
    "POST /api/deploy2/start_push": ({ body }) => steps.start(body),
    "POST /api/deploy2/wait_for_schema": ({ body }) =>
      steps.checkDocuments(body),
    "POST /api/deploy2/finish_push": ({ body }) => steps.finish(body),
    "POST /api/deploy2/report_push_completed": async () => ({}),
    "POST /api/update_environment_variables": ({ body }) =>
      environment.update(body),
    "GET /api/stream_function_logs": async ({ query, signal }) =>
      await logs.poll(parseCursor(query.get("cursor")), signal),
    "POST /api/run_test_function": ({ body }) => runInlineQuery(runtime, body),
  };
}

/** Answers 400 because these versions keep retrying after a 404. */
const refuseOldTools: JsonRoute = () =>
  Promise.reject(
    new HttpError(
      400,
      "OldCliVersion",
      `This backend takes pushes of the convex package ${OLDEST_CLI} or newer. Run \`npm install convex@latest\` in the app's folder, then push again.`,
    ),
  );

function parseCursor(text: string | null): number {
  const cursor = Number(text ?? "0");
  if (Number.isFinite(cursor) && cursor >= 0) return cursor;
  throw new HttpError(400, "BadRequest", "cursor must be a number, 0 or more.");
}
