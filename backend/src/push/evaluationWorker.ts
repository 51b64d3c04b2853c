/**
 * The throw-away thread that imports pushed code and describes it. It sees the
 * deployment's environment and nothing of the server; it ends after one task.
 */
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { functionFrames } from "../functions/stackTrace.ts";
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
    // Last, so that what it shares with other modules is already evaluated and
    // only its own reads of the environment are watched.
    const authProviders =
      extent === "everything" ? await this.#auth(authConfig) : [];
    const evaluated = definitions.map((definition) => [
      definition.definitionPath,
      this.#assemble(definition, schemas, modules),
    ]);
    // `definitions` gives each path once; the values are built just above.
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

  /** Leaves first: a definition imports stubs that carry its children's names. */
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
        `The push names the component ${path} without its definition.`,
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
    // Made by defineApp or defineComponent of convex/server.
    const exported = callExport(name, definition) as DefinitionExport;
    return { ...exported, path: definitionPath };
  }

  async #evaluateSchema(schemaFile: string | null): Promise<ConvexJson> {
    if (!schemaFile) return null;
    const schema = await this.#import("schema.js", schemaFile);
    // `export()` of a schema is JSON text made by convex/server.
    return JSON.parse(callExport("schema.js", schema) as string) as ConvexJson;
  }

  /** Isolate modules first, while `require` does not exist yet. */
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

  /** CommonJS inside `"use node"` bundles calls a global `require`. */
  #provideRequire(): void {
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
    unsetVariables.clear();
    try {
      return (await import(pathToFileURL(file).href)) as ModuleExports;
    } catch (error) {
      throw failedModule(name, error, dirname(file));
    }
  }
}

/** Shared chunks are imported by the others; auth.config.js is no function module. */
function isEntryPoint({ path }: ModuleFile): boolean {
  return !path.startsWith("_deps/") && path !== "auth.config.js";
}

async function writeStub(
  definitionFile: string,
  dependency: string,
  name: string | undefined,
): Promise<void> {
  const directory = join(dirname(definitionFile), "_componentDeps");
  await mkdir(directory, { recursive: true });
  const stub = { componentDefinitionPath: dependency, defaultName: name };
  await writeFile(
    join(directory, Buffer.from(dependency).toString("base64url")),
    `export default ${JSON.stringify(stub)};\n`,
  );
}

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
    `Failed to analyze ${file}: Uncaught ${text}${unsetVariablesHint()}`,
  );
}

/** No file is below it: frames of sources are shown, others are not. */
const NO_ROOT = "\0";
/** Node itself reads these while it imports. */
const READ_BY_NODE = /^(NODE_|WATCH_REPORT_)/;
/** Read while the current module was imported, and not set. */
const unsetVariables = new Set<string>();

function watchVariables(): void {
  process.env = new Proxy(process.env, {
    get: (environment, name) => {
      if (
        typeof name === "string" &&
        !(name in environment) &&
        !READ_BY_NODE.test(name)
      ) {
        unsetVariables.add(name);
      }
      return Reflect.get(environment, name) as unknown;
    },
  });
}

function unsetVariablesHint(): string {
  const hints = [...unsetVariables].map(
    (name) =>
      `\nThe module reads the environment variable ${name}, which is not set. Set it with \`npx convex env set ${name} <value>\`.`,
  );
  return hints.join("");
}

/** What bundles expect of Convex's runtime; calls of it wait for a function. */
function prepareGlobals(): void {
  const refuse = (operation: string): never => {
    throw new Error(
      `${operation} was called while the module was imported. Use Convex inside a function only.`,
    );
  };
  Object.assign(globalThis, {
    AsyncLocalStorage,
    AsyncResource,
    Convex: { syscall: refuse, asyncSyscall: refuse, jsSyscall: refuse },
  });
}

async function main(): Promise<void> {
  const report = (message: WorkerMessage) => parentPort?.postMessage(message);
  prepareGlobals();
  process.setSourceMapsEnabled(true);
  watchVariables();
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
