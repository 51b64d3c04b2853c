import type { ConvexJsonObject } from "../values/convexJson.ts";
import type {
  AnalyzedFunction,
  AnalyzedModule,
  AnalyzedRoute,
} from "./evaluation.ts";
import { EvaluationError } from "./evaluationError.ts";

/** The namespace object that `import()` returns. */
export type ModuleExports = Readonly<Record<string, unknown>>;

/** The properties that convex/server sets on a registered function. */
interface RegisteredFunction {
  readonly isQuery?: boolean;
  readonly isMutation?: boolean;
  readonly isAction?: boolean;
  readonly isInternal?: boolean;
  exportArgs(): string;
  exportReturns(): string;
}

interface HttpRouter {
  readonly isRouter: true;
  getRoutes(): readonly (readonly [path: string, method: string])[];
}

interface CronJobs {
  readonly isCrons: true;
  export(): string;
}

/**
 * Finds the registered functions, HTTP routes and crons of an imported module.
 *
 * @throws EvaluationError if `http.js` or `crons.js` has the wrong default
 *   export
 */
export function analyzeModule(
  path: string,
  exports: ModuleExports,
): AnalyzedModule {
  return {
    functions: Object.entries(exports).flatMap(([name, value]) => {
      const udfType = functionType(value);
      return udfType === null
        ? []
        : [describeFunction(name, udfType, value as RegisteredFunction)];
    }),
    httpRoutes: path === "http.js" ? describeRoutes(exports.default) : null,
    cronSpecs: path === "crons.js" ? describeCrons(exports.default) : null,
    sourceMapped: null,
  };
}

function functionType(value: unknown): AnalyzedFunction["udfType"] | null {
  if (typeof value !== "function") return null;
  // Any function can have any property, but only convex/server sets these.
  const { isQuery, isMutation, isAction } =
    value as Partial<RegisteredFunction>;
  if (isQuery === true) return "Query";
  if (isMutation === true) return "Mutation";
  return isAction === true ? "Action" : null;
}

function describeFunction(
  name: string,
  udfType: AnalyzedFunction["udfType"],
  value: RegisteredFunction,
): AnalyzedFunction {
  return {
    name,
    pos: null,
    udfType,
    visibility: { kind: value.isInternal === true ? "internal" : "public" },
    args: value.exportArgs(),
    returns: value.exportReturns(),
  };
}

function describeRoutes(router: unknown): AnalyzedRoute[] {
  if (!hasFlag<HttpRouter>(router, "isRouter")) {
    throw new EvaluationError(
      "InvalidHttpModule",
      "http.js must have a router made by `httpRouter()` as its default export.",
    );
  }
  return router
    .getRoutes()
    .map(([path, method]) => ({ route: { method, path }, pos: null }));
}

function describeCrons(crons: unknown): [string, ConvexJsonObject][] {
  if (!hasFlag<CronJobs>(crons, "isCrons")) {
    throw new EvaluationError(
      "InvalidCronModule",
      "crons.js must have the result of `cronJobs()` as its default export.",
    );
  }
  // `export()` is JSON made by convex/server: name -> specification.
  return Object.entries(
    JSON.parse(crons.export()) as Record<string, ConvexJsonObject>,
  );
}

function hasFlag<T>(value: unknown, flag: keyof T): value is T {
  return (
    typeof value === "object" &&
    value !== null &&
    (value as Partial<T>)[flag] === true
  );
}
