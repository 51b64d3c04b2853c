/**
 * The thread that imports pushed code and describes it. It has the deployment's
 * environment but no access to the server, and ends after one task.
 */
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { installLanguage } from "../runtime/realms/inside/language.ts";
import { functionFrames } from "../runtime/worker/stackTrace.ts";
import type { ConvexJson } from "../values/convexJson.ts";
import { analyzeModule, type ModuleExports } from "./analyzeModule.ts";
import { evaluateAuthConfig } from "./authConfig.ts";
import type {
  AnalyzedModule,
  DefinitionExport,
  EvaluatedDefinition,
  Evaluation,
  EvaluationTask,
  WorkerMessage,
} from "./evaluation.ts";
import { EvaluationError } from "./evaluationError.ts";
import type { DefinitionFiles, ModuleFile } from "./moduleDirectory.ts";
import { UnsetVariables } from "./unsetVariables.ts";
import { errorText } from "../log/errorText.ts";

const APP_WITHOUT_COMPONENTS: DefinitionExport = {
  path: "",
  definitionType: { type: "app" },
  childComponents: [],
  httpMounts: {},
  exports: { type: "branch", branch: [] },
};

class PushEvaluator {
  readonly #task: EvaluationTask;
  readonly #report: (message: WorkerMessage) => void;
  readonly #exports = new Map<string, DefinitionExport>();

  constructor(task: EvaluationTask, report: (message: WorkerMessage) => void) {
    this.#task = task;
    this.#report = report;
  }

  async run(): Promise<Evaluation> {
    const { definitions, extent, authConfig } = this.#task;
    if (extent === "auth") {
      return { definitions: {}, authProviders: await this.#auth(authConfig) };
    }
    for (const { definitionPath } of definitions) {
      await this.#evaluateDefinition(definitionPath, []);
    }
    const schemas = new Map<string, ConvexJson>();
    for (const { definitionPath, schemaFile } of definitions) {
      schemas.set(definitionPath, await this.#evaluateSchema(schemaFile));
    }
    const modules =
      extent === "everything"
        ? await this.#analyzeAll()
        : new Map<string, Record<string, AnalyzedModule>>();
    // `auth.config.js` comes last. The modules that it shares with others are then
    // already evaluated, so only its own reads of the environment are tracked.
    const authProviders =
      extent === "everything" ? await this.#auth(authConfig) : [];
    const evaluated = definitions.map((definition) => [
      definition.definitionPath,
      this.#assemble(definition, schemas, modules),
    ]);
    // Each path occurs once in `definitions`, and the values are built just
    // above.
    return {
      definitions: Object.fromEntries(evaluated) as Evaluation["definitions"],
      authProviders,
    };
  }

  #assemble(
    { definitionPath, serverVersion }: DefinitionFiles,
    schemas: ReadonlyMap<string, ConvexJson>,
    modules: ReadonlyMap<string, Record<string, AnalyzedModule>>,
  ): EvaluatedDefinition {
    return {
      definition: this.#exports.get(definitionPath) ?? APP_WITHOUT_COMPONENTS,
      schema: schemas.get(definitionPath) ?? null,
      functions: modules.get(definitionPath) ?? {},
      serverVersion,
    };
  }

  /**
   * Evaluates child components first, because a definition imports stubs that
   * contain the names of its children.
   */
  async #evaluateDefinition(
    path: string,
    parents: readonly string[],
  ): Promise<DefinitionExport> {
    const known = this.#exports.get(path);
    if (known) return known;
    if (parents.includes(path)) {
      throw new EvaluationError(
        "ComponentCycle",
        `The component ${path} uses itself: ${[...parents, path].join(" -> ")}.`,
      );
    }
    const files = this.#task.definitions.find(
      ({ definitionPath }) => definitionPath === path,
    );
    if (!files) {
      throw new EvaluationError(
        "MissingComponent",
        `The push refers to the component ${path} but does not contain its definition.`,
      );
    }
    for (const dependency of files.dependencies) {
      const child = await this.#evaluateDefinition(dependency, [
        ...parents,
        path,
      ]);
      if (files.definitionFile) {
        await writeStub(files.definitionFile, dependency, child.name);
      }
    }
    const exported = await this.#exportDefinition(files);
    this.#exports.set(path, exported);
    return exported;
  }

  async #exportDefinition(files: DefinitionFiles): Promise<DefinitionExport> {
    const { definitionFile, definitionPath } = files;
    if (!definitionFile) return APP_WITHOUT_COMPONENTS;
    const name = join(definitionPath, "convex.config.js");
    const definition = await this.#import(name, definitionFile);
    // defineApp or defineComponent of convex/server returned this definition.
    const exported = callExport(name, definition) as DefinitionExport;
    return { ...exported, path: definitionPath };
  }

  async #evaluateSchema(schemaFile: string | null): Promise<ConvexJson> {
    if (!schemaFile) return null;
    const schema = await this.#import("schema.js", schemaFile);
    // The `export()` of a schema returns JSON text.
    return JSON.parse(callExport("schema.js", schema) as string) as ConvexJson;
  }

  /**
   * Analyzes isolate modules first, while `require` does not exist yet and
   * `self` still does.
   */
  async #analyzeAll(): Promise<Map<string, Record<string, AnalyzedModule>>> {
    const analyzed = new Map<string, Record<string, AnalyzedModule>>();
    for (const environment of ["isolate", "node"]) {
      if (environment === "node") this.#provideRequire();
      for (const { definitionPath, modules } of this.#task.definitions) {
        const functions = analyzed.get(definitionPath) ?? {};
        analyzed.set(definitionPath, functions);
        for (const module of modules.filter(isEntryPoint)) {
          if (module.environment !== environment) continue;
          const exports = await this.#import(module.path, module.file);
          functions[module.path] = naming(module.path, () =>
            analyzeModule(module.path, exports),
          );
        }
      }
    }
    return analyzed;
  }

  /** CommonJS code in `"use node"` bundles calls a global `require`. */
  #provideRequire(): void {
    Reflect.deleteProperty(globalThis, "self");
    Object.assign(globalThis, {
      require: createRequire(join(this.#task.appRoot, "package.json")),
    });
  }

  async #auth(
    authConfig: ModuleFile | null,
  ): Promise<Evaluation["authProviders"]> {
    if (!authConfig) return [];
    return await evaluateAuthConfig(() =>
      this.#import(authConfig.path, authConfig.file),
    );
  }

  async #import(name: string, file: string): Promise<ModuleExports> {
    this.#report({ type: "evaluating", file: name });
    unsetVariables.forget();
    try {
      return (await import(pathToFileURL(file).href)) as ModuleExports;
    } catch (error) {
      throw failedModule(name, error, dirname(file));
    }
  }
}

/**
 * Leaves out shared chunks, which other modules import, and auth.config.js,
 * which contains no functions.
 */
function isEntryPoint({ path }: ModuleFile): boolean {
  return !path.startsWith("_deps/") && path !== "auth.config.js";
}

/**
 * Writes the module that a definition imports in place of a child component.
 */
async function writeStub(
  definitionFile: string,
  dependency: string,
  name: string | undefined,
): Promise<void> {
  const directory = join(dirname(definitionFile), "_componentDeps");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const stub = { componentDefinitionPath: dependency, defaultName: name };
  await writeFile(
    join(directory, Buffer.from(dependency).toString("base64url")),
    `export default ${JSON.stringify(stub)};\n`,
    { mode: 0o600 },
  );
}

/** Calls `export()` on the module's default export. */
function callExport(file: string, exports: ModuleExports): unknown {
  const value = exports.default as { export?: unknown } | undefined;
  const method = value?.export;
  if (typeof method !== "function") {
    throw new EvaluationError(
      "InvalidDefinition",
      `${file} must have the result of defineSchema, defineApp or defineComponent as its default export.`,
    );
  }
  return naming(file, () => method.call(value) as unknown);
}

/**
 * Runs `work` and turns its errors into an EvaluationError that names the file.
 */
function naming<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw failedModule(file, error);
  }
}

function failedModule(
  file: string,
  error: unknown,
  root = NO_ROOT,
): EvaluationError {
  if (error instanceof EvaluationError) return error;
  const text =
    error instanceof Error
      ? `${error.name}: ${error.message}${functionFrames(error, root)}`
      : String(error);
  return new EvaluationError(
    "ModuleEvaluationFailed",
    `Failed to analyze ${file}: Uncaught ${text}${unsetVariables.hint(errorText(error))}`,
  );
}

/**
 * A root that contains no files, so that stack traces show only frames that are
 * mapped to sources.
 */
const NO_ROOT = "\0";
const unsetVariables = new UnsetVariables();
/**
 * Defines the globals of Convex's runtime. Convex's own functions throw here,
 * because they may only be called inside a function.
 */
function prepareGlobals(): void {
  const refuse = (operation: string): never => {
    throw new Error(
      `${operation} was called while the module was imported. Use Convex inside a function only.`,
    );
  };
  Object.assign(globalThis, {
    AsyncLocalStorage,
    AsyncResource,
    self: globalThis,
    Convex: { syscall: refuse, asyncSyscall: refuse, jsSyscall: refuse },
  });
}

async function main(): Promise<void> {
  const report = (message: WorkerMessage) => parentPort?.postMessage(message);
  installLanguage();
  prepareGlobals();
  process.setSourceMapsEnabled(true);
  unsetVariables.watch();
  try {
    const task = workerData as EvaluationTask;
    const evaluation = await new PushEvaluator(task, report).run();
    report({ type: "done", evaluation });
  } catch (error) {
    const { code, message } = failedModule("the push", error);
    report({ type: "failed", code, message });
  }
}

await main();
