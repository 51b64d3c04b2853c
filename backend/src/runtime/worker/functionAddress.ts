import type { ComponentPath } from "../../database/contract.ts";
import type { ConvexJsonObject } from "../../values/convexJson.ts";
import { canonicalPath } from "../contract/canonicalPath.ts";
import { CallRefused, notFound } from "./functionErrors.ts";
import type { FunctionInfo, ModuleRegistry } from "./moduleRegistry.ts";

const HANDLE_PREFIX = "function://";
const CHILD = /^_reference\/childComponent\/([^/]+)\/(.+)\/([^/]+)$/;
const OWN = /^_reference\/function\/(.+)$/;

/**
 * Resolves `{name}`, `{reference}` or `{functionHandle}` as seen from a
 * component: a name is one of its own functions, a reference may also be a
 * public function of a child, and a handle may be any function.
 * @throws CallRefused if there is no such function.
 */
export function resolveAddress(
  registry: ModuleRegistry,
  from: ComponentPath,
  address: ConvexJsonObject,
): FunctionInfo {
  if (typeof address.functionHandle === "string") {
    return resolveHandle(registry, address.functionHandle);
  }
  if (typeof address.name === "string") {
    return registry.describe(from, canonicalPath(address.name));
  }
  if (typeof address.reference === "string") {
    return resolveReference(registry, from, address.reference);
  }
  throw new CallRefused(
    "A function is addressed by name, reference or handle.",
  );
}

export function functionHandle(target: FunctionInfo): string {
  return `${HANDLE_PREFIX}${target.component};${target.path}`;
}

function resolveHandle(registry: ModuleRegistry, handle: string): FunctionInfo {
  const [component, path] = handle.slice(HANDLE_PREFIX.length).split(";");
  if (!handle.startsWith(HANDLE_PREFIX) || path === undefined) {
    throw new CallRefused(`'${handle}' is not a function handle.`);
  }
  return registry.describe(component ?? "", path);
}

function resolveReference(
  registry: ModuleRegistry,
  from: ComponentPath,
  reference: string,
): FunctionInfo {
  const own = OWN.exec(reference);
  if (own?.[1]) return registry.describe(from, canonicalPath(own[1]));
  const [, child, module, name] = CHILD.exec(reference) ?? [];
  const component = child && registry.component(from)?.children[child];
  if (component === undefined) {
    throw new CallRefused(`There is no component behind '${reference}'.`);
  }
  const target = registry.describe(component, `${module}:${name}`);
  if (!target.isPublic) throw notFound(reference);
  return target;
}
