import { splitPath } from "./canonicalPath.ts";
import type { Deployment, FunctionCall } from "./runtime.ts";

/**
 * Returns whether a call is to a query, a mutation or an action; undefined if
 * no function has that name.
 */
export function udfTypeOf(
  deployment: Deployment | null,
  { component, path }: Pick<FunctionCall, "component" | "path">,
) {
  const { module, name } = splitPath(path);
  return deployment?.components
    .find((deployed) => deployed.path === component)
    ?.modules.find((deployed) => splitPath(deployed.path).module === module)
    ?.functions.find((deployed) => deployed.name === name)?.udfType;
}
