/**
 * The bindings of mounted components, as set by `use(component, { httpPrefix,
 * env })`: the prefix of their HTTP routes and the values of their environment
 * variables.
 */
import type { ComponentPath } from "../database/contract.ts";
import type {
  DeployedComponent,
  EnvironmentBinding,
  HttpRoute,
} from "../runtime/contract/runtime.ts";
import { HttpError } from "../http/httpError.ts";
import type { CheckedComponent } from "./componentTree.ts";
import type { Evaluation } from "./evaluation.ts";

type Bindings = Pick<DeployedComponent, "httpPrefix" | "environment">;

const CHILD_REFERENCE = "_reference/childComponent/";

/**
 * Returns the bindings by component path. A component has an `httpPrefix` only
 * if all components above it have one too; otherwise its routes cannot be
 * reached.
 *
 * @throws HttpError 400 if a variable that a component requires is not passed
 */
export function bindComponents(
  app: CheckedComponent,
  evaluation: Evaluation,
): ReadonlyMap<ComponentPath, Bindings> {
  const bound = new Map<ComponentPath, Bindings>();
  bindChildren(app, "/", evaluation, bound);
  return bound;
}

function bindChildren(
  parent: CheckedComponent,
  parentPrefix: string | undefined,
  evaluation: Evaluation,
  bound: Map<ComponentPath, Bindings>,
): void {
  const definition = evaluation.definitions[parent.definitionPath]?.definition;
  const prefixes = new Map(
    Object.entries(definition?.httpMounts ?? {}).map(([prefix, reference]) => [
      reference.slice(CHILD_REFERENCE.length),
      prefix,
    ]),
  );
  for (const [name, child] of Object.entries(parent.childComponents)) {
    const own = prefixes.get(name);
    const httpPrefix =
      own === undefined || parentPrefix === undefined
        ? undefined
        : parentPrefix + own.slice(1);
    const given = definition?.childComponents.find(
      (used) => used.name === name,
    )?.env;
    const environment = (given ?? []).map(toBinding);
    requireBindings(child, environment, evaluation);
    bound.set(child.componentPath, {
      ...(httpPrefix !== undefined && { httpPrefix }),
      environment,
    });
    bindChildren(child, httpPrefix, evaluation, bound);
  }
}

function toBinding(entry: unknown): EnvironmentBinding {
  // `serializeChildComponents` of convex/server writes entries in this form.
  const [name, binding] = entry as [
    string,
    { type: "value"; value: string } | { type: "envVar"; name: string },
  ];
  return binding.type === "value"
    ? { name, value: binding.value }
    : { name, variable: binding.name };
}

function requireBindings(
  { definitionPath, componentPath }: CheckedComponent,
  environment: readonly EnvironmentBinding[],
  evaluation: Evaluation,
): void {
  const declared =
    evaluation.definitions[definitionPath]?.definition.envVars ?? [];
  const missing = declared
    .filter(([, { optional }]) => optional !== true)
    .map(([name]) => name)
    .filter((name) => !environment.some((binding) => binding.name === name));
  if (missing.length === 0) return;
  throw new HttpError(
    400,
    "MissingComponentEnvironment",
    `convex.config.ts: the component "${componentPath}" needs ${missing.join(", ")}. Pass it with use(component, { env: { … } }).`,
  );
}

/**
 * Returns the HTTP routes of components, with the paths that reach them from
 * outside.
 */
export function mountedRoutes(
  components: readonly CheckedComponent[],
  bound: ReadonlyMap<ComponentPath, Bindings>,
  toRoute: (route: { method: string; path: string }) => HttpRoute,
): HttpRoute[] {
  return components.flatMap(({ componentPath, httpRoutes }) => {
    const prefix = bound.get(componentPath)?.httpPrefix;
    if (prefix === undefined) return [];
    return (httpRoutes.httpModuleRoutes ?? []).map(({ method, path }) =>
      toRoute({ method, path: prefix + path.slice(1) }),
    );
  });
}
