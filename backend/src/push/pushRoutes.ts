/**
 * The requests by which the official CLI deploys to this backend and manages
 * it. Who may call them is decided before, in http/.
 */
import type { FunctionRuntime } from "../functions/contract.ts";
import { HttpError } from "../http/httpError.ts";
import { runInlineQuery } from "./inlineQueryRoute.ts";
import { EnvironmentUpdates } from "./environmentUpdates.ts";
import { evaluateAuthProviders } from "./evaluatePush.ts";
import { FunctionLogs } from "./functionLogs.ts";
import { evaluationContext, type PushOptions } from "./pushOptions.ts";
import { SerialQueue } from "./serialQueue.ts";
import { PushSteps } from "./pushSteps.ts";

interface PushRouteRequest {
  /** The parsed JSON body; brotli is decoded before. */
  readonly body: unknown;
  readonly query: URLSearchParams;
  /** Aborted when the caller has gone. */
  readonly signal?: AbortSignal;
}

export type PushRoute = (request: PushRouteRequest) => Promise<unknown>;

/** Keyed by `"POST /api/..."`. */
export type PushRoutes = Record<`${"GET" | "POST"} /api/${string}`, PushRoute>;

const LOG_HOLD_MS = 20_000;
const LOG_CAPACITY = 1_000;

/** Mounts the requests on a runtime. Files of unfinished pushes of before are removed. */
export function createPushRoutes(
  runtime: FunctionRuntime,
  options: PushOptions,
): PushRoutes {
  const changes = new SerialQueue();
  const steps = new PushSteps(runtime, options, changes);
  const environment = new EnvironmentUpdates(runtime, options, changes);
  const logs = new FunctionLogs({
    capacity: LOG_CAPACITY,
    holdMs: options.logHoldMs ?? LOG_HOLD_MS,
    now: Date.now,
  });
  runtime.onExecution((execution) => logs.add(execution));
  return {
    "GET /api/v1/get_canonical_urls": async () => ({
      convexCloudUrl: options.cloudUrl,
      convexSiteUrl: options.siteUrl,
    }),
    "POST /api/get_config_hashes": async () => steps.configHashes(),
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

/**
 * Evaluates `auth.config.js` of the active deployment again, for a server whose
 * address has changed since the push.
 */
export async function refreshAuthProviders(
  runtime: FunctionRuntime,
  options: PushOptions,
): Promise<void> {
  const { deployment } = runtime;
  if (!deployment) return;
  const context = evaluationContext(options, runtime.environment);
  const providers = await evaluateAuthProviders(deployment, context);
  await runtime.setAuthProviders(providers);
}

function parseCursor(text: string | null): number {
  const cursor = Number(text ?? "0");
  if (Number.isFinite(cursor) && cursor >= 0) return cursor;
  throw new HttpError(400, "BadRequest", "cursor must be a number, 0 or more.");
}
