/**
 * Messages between `evaluatePush` and the worker thread that evaluates a push.
 * All of them are plain JSON.
 */
import type { AuthProvider } from "../runtime/contract/runtime.ts";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";
import type { DefinitionFiles, ModuleFile } from "./moduleDirectory.ts";

export interface EvaluationTask {
  readonly appRoot: string;
  readonly definitions: readonly DefinitionFiles[];
  /**
   * "auth" imports only `auth.config.js`; "schemas" evaluates definitions and
   * schemas but no modules.
   */
  readonly extent: "everything" | "schemas" | "auth";
  readonly authConfig: ModuleFile | null;
}

export interface Evaluation {
  readonly definitions: Readonly<Record<string, EvaluatedDefinition>>;
  readonly authProviders: readonly AuthProvider[];
}

export interface EvaluatedDefinition {
  readonly definition: DefinitionExport;
  readonly schema: ConvexJson;
  readonly functions: Readonly<Record<string, AnalyzedModule>>;
  readonly serverVersion: string;
}

/**
 * The result of `defineApp().export()` or `defineComponent().export()`, with
 * its path.
 */
export interface DefinitionExport {
  readonly path: string;
  readonly name?: string;
  readonly definitionType: ConvexJsonObject;
  readonly childComponents: readonly ChildComponent[];
  readonly httpMounts: Readonly<Record<string, string>>;
  readonly exports: ExportTree;
  readonly envVars?: readonly [string, { value: string; optional?: boolean }][];
}

interface ChildComponent {
  readonly name: string;
  readonly path: string;
  readonly env: readonly ConvexJson[] | null;
}

export type ExportTree =
  | { readonly type: "leaf"; readonly leaf: string }
  | {
      readonly type: "branch";
      readonly branch: readonly [string, ExportTree][];
    };

export interface AnalyzedModule {
  readonly functions: readonly AnalyzedFunction[];
  readonly httpRoutes: readonly AnalyzedRoute[] | null;
  readonly cronSpecs: readonly [string, ConvexJsonObject][] | null;
  readonly sourceMapped: null;
}

export interface AnalyzedFunction {
  readonly name: string;
  readonly pos: null;
  readonly udfType: "Query" | "Mutation" | "Action";
  readonly visibility: { readonly kind: "public" | "internal" };
  readonly args: string;
  readonly returns: string;
}

export interface AnalyzedRoute {
  readonly route: { readonly method: string; readonly path: string };
  readonly pos: null;
}

export type WorkerMessage =
  | { readonly type: "evaluating"; readonly file: string }
  | { readonly type: "done"; readonly evaluation: Evaluation }
  | {
      readonly type: "failed";
      readonly code: string;
      readonly message: string;
    };
