import type {
  DeployedComponent,
  DeployedFunction,
  DeployedModule,
  Deployment,
  HttpRoute,
} from "../runtime/contract/runtime.ts";
import { canonicalPath, splitPath } from "../runtime/contract/canonicalPath.ts";
import { HttpError } from "../http/httpError.ts";
import type { ConvexJson } from "../values/convexJson.ts";
import { bindComponents, mountedRoutes } from "./componentBindings.ts";
import {
  buildComponentTree,
  type CheckedComponent,
  flattenTree,
  withPublicExports,
} from "./componentTree.ts";
import type { DeploymentRecord } from "./deploymentRecord.ts";
import type { AnalyzedModule, Evaluation } from "./evaluation.ts";
import type { DefinitionFiles, ModuleDirectory } from "./moduleDirectory.ts";
import { requireUsableSchema } from "./schemaChecks.ts";

/**
 * Combines the files of a push and their evaluation into a deployment that the
 * runtime can run.
 *
 * @throws HttpError 400 if the components, schemas or crons are not usable
 */
export function assembleDeployment(
  id: string,
  directory: ModuleDirectory,
  raw: Evaluation,
): Deployment {
  const evaluation = withPublicExports(raw);
  const app = buildComponentTree(evaluation);
  const mounted = flattenTree(app);
  const bound = bindComponents(app, evaluation);
  const record: DeploymentRecord = {
    serverVersion: evaluation.definitions[""]?.serverVersion ?? "",
    appModules: directory.appModules,
    definitions: evaluation.definitions,
    app,
  };
  return {
    id,
    root: directory.root,
    components: mounted.map((component) => ({
      ...deployComponent(component, directory.definitions, evaluation),
      ...bound.get(component.componentPath),
    })),
    schemas: mounted.map(({ componentPath, definitionPath }) => {
      const schema = evaluation.definitions[definitionPath]?.schema ?? null;
      requireUsableSchema(schema);
      return [componentPath, schema];
    }),
    authProviders: evaluation.authProviders,
    hasHttpRouter: app.httpRoutes.httpModuleRoutes !== null,
    httpRoutes: [
      ...(app.httpRoutes.httpModuleRoutes?.map(deployRoute) ?? []),
      ...mountedRoutes(mounted, bound, deployRoute),
    ],
    // The record is plain JSON, but interfaces have no index signature, which
    // ConvexJson requires.
    record: record as unknown as ConvexJson,
  };
}

/**
 * Requires that all variables declared in `defineApp({ env })` are set.
 *
 * @throws HttpError 400 in a form that the CLI explains
 */
export function requireEnvironment(
  evaluation: Evaluation,
  environment: Readonly<Record<string, string>>,
): void {
  const declared = evaluation.definitions[""]?.definition.envVars ?? [];
  const missing = declared
    .filter(([name, { optional }]) => !optional && !(name in environment))
    .map(([name]) => name);
  if (missing.length === 0) return;
  throw new HttpError(
    400,
    "MissingEnvironmentVariables",
    `Environment variables declared in convex.config.ts are not set: ${missing.join(", ")}.`,
  );
}

function deployComponent(
  component: CheckedComponent,
  files: readonly DefinitionFiles[],
  evaluation: Evaluation,
): DeployedComponent {
  const { definitionPath, componentPath, childComponents } = component;
  const analyzed = evaluation.definitions[definitionPath]?.functions ?? {};
  const definition = files.find(
    (candidate) => candidate.definitionPath === definitionPath,
  );
  const crons = analyzed["crons.js"]?.cronSpecs ?? [];
  requireCronFunctions(crons, analyzed);
  return {
    path: componentPath,
    definitionPath,
    children: Object.fromEntries(
      Object.entries(childComponents).map(([name, child]) => [
        name,
        child.componentPath,
      ]),
    ),
    modules: (definition?.modules ?? []).flatMap((module): DeployedModule[] => {
      const analysis = analyzed[module.path];
      return analysis
        ? [{ ...module, functions: deployFunctions(analysis) }]
        : [];
    }),
    crons,
  };
}

/** Requires that the function of each cron exists; it may be internal. */
function requireCronFunctions(
  crons: DeployedComponent["crons"],
  analyzed: Readonly<Record<string, AnalyzedModule>>,
): void {
  for (const [cron, { name }] of crons) {
    const path = canonicalPath(typeof name === "string" ? name : "");
    const { module, name: exported } = splitPath(path);
    const functions = analyzed[`${module}.js`]?.functions ?? [];
    if (functions.some((registered) => registered.name === exported)) continue;
    throw new HttpError(
      400,
      "UnknownCronFunction",
      `crons.js: the cron "${cron}" runs ${path}, which does not exist.`,
    );
  }
}

/** convex/server's `getRoutes()` marks a prefix with a final `*`. */
function deployRoute(route: { method: string; path: string }): HttpRoute {
  const { method, path } = route;
  return path.endsWith("*")
    ? { method, pathPrefix: path.slice(0, -1) }
    : { method, path };
}

function deployFunctions({ functions }: AnalyzedModule): DeployedFunction[] {
  return functions.map(({ name, udfType, visibility, args, returns }) => ({
    name,
    udfType,
    visibility: visibility.kind,
    args,
    returns,
  }));
}
