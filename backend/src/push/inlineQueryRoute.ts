import { ADMIN } from "../functions/callers.ts";
import type { FunctionRuntime } from "../functions/contract.ts";
import { HttpError } from "../http/httpError.ts";
import type { ConvexJson } from "../values/convexJson.ts";
import { JsonFields } from "./jsonFields.ts";

/** `convex run --inline-query`: the CLI has made a module of the text. */
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
        // Made by JSON.stringify of Convex-JSON.
        value: JSON.parse(outcome.valueJson) as ConvexJson,
        logLines,
      }
    : { status: "error", errorMessage: outcome.errorMessage, logLines };
}
