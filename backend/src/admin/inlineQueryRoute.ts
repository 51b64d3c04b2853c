import { ADMIN } from "../runtime/contract/callers.ts";
import type { FunctionRuntime } from "../runtime/contract/runtime.ts";
import { HttpError } from "../http/httpError.ts";
import type { ConvexJson } from "../values/convexJson.ts";
import { JsonFields } from "../http/jsonFields.ts";

/**
 * Runs a query for `convex run --inline-query`. The CLI sends a module with the
 * query as its default export.
 */
export async function runInlineQuery(
  runtime: Pick<FunctionRuntime, "runInlineQuery" | "deployment">,
  body: unknown,
): Promise<unknown> {
  const fields = new JsonFields(body, "body");
  const source = fields.object("bundle").string("source");
  const component = fields.optionalString("componentId") ?? "";
  const mounted = runtime.deployment?.components ?? [];
  if (component !== "" && !mounted.some(({ path }) => path === component)) {
    throw new HttpError(
      400,
      "UnknownComponent",
      `There is no component "${component}" in this deployment.`,
    );
  }
  const outcome = await runtime.runInlineQuery(source, {
    component,
    path: "inline:default",
    args: {},
    caller: ADMIN,
  });
  const { logLines } = outcome;
  return outcome.ok
    ? {
        status: "success",
        // JSON.stringify made it from Convex JSON.
        value: JSON.parse(outcome.valueJson) as ConvexJson,
        logLines,
      }
    : { status: "error", errorMessage: outcome.errorMessage, logLines };
}
