/**
 * A realm has its own globals and module state. It serves one call, or all
 * calls that change neither.
 */
import { createContext, constants, Script } from "node:vm";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isGeneratorObject, isNativeError, isProxy } from "node:util/types";
import {
  engineGlobal,
  harden,
  isOfEngine,
  speaksAnotherLanguage,
} from "./engineRealm.ts";
import { heapObjectsOf } from "./heapObjects.ts";
import { type Inside, INSIDE_SOURCE } from "./inside/insideRealm.ts";
import {
  type CompiledModule,
  type ImportedModule,
  type ModuleSources,
  resolveImport,
} from "./moduleSources.ts";
import type { RealmHost } from "./inside/realmHost.ts";

export type Namespace = Readonly<Record<string, unknown>>;

/** Everything a worker provides to its realms; the realm adds the rest itself. */
export type RealmGiven = Omit<
  RealmHost,
  | "importModule"
  | "requireModule"
  | "speaksAnotherLanguage"
  | "isProxy"
  | "isGenerator"
  | "areEqual"
  | "isOfEngine"
  | "isEngineError"
  | "global"
>;

interface Loaded {
  readonly namespace: Namespace;
  /** Settles when the module has been evaluated; absent if that is synchronous. */
  evaluated?: Promise<void>;
  error?: { readonly thrown: unknown };
}

type ModuleFunction = (...given: unknown[]) => unknown;

const insideScript = new Script(INSIDE_SOURCE, { filename: "node:realm" });
let lastNumber = 0;

export class Realm {
  readonly inside: Inside;
  readonly #name: string;
  readonly #context: object;
  readonly #sources: ModuleSources;
  readonly #loaded = new Map<string, Loaded>();
  readonly #commonJs = new Map<string, { exports: object }>();
  readonly #anyFile: string;
  readonly #engineModules = new Map<unknown, unknown>();

  constructor(sources: ModuleSources, given: RealmGiven) {
    lastNumber += 1;
    this.#name = `realm ${lastNumber}`;
    this.#sources = sources;
    this.#anyFile = join(given.packagesOf, "package.json");
    this.#context = createContext(constants.DONT_CONTEXTIFY, {
      name: this.#name,
    });
    // The text of `insideRealm.ts` evaluates to this function.
    const start = insideScript.runInContext(this.#context) as (
      host: RealmHost,
    ) => Inside;
    harden(given.extras);
    this.inside = start({
      ...given,
      speaksAnotherLanguage,
      isProxy,
      isGenerator: isGeneratorObject,
      areEqual: (some, others) => Buffer.compare(some, others) === 0,
      isOfEngine,
      isEngineError,
      global: engineGlobal,
      importModule: (file, specifier) => this.#importFrom(file, specifier),
      requireModule: (file, specifier) => this.#require(file, specifier),
    });
  }

  /** Evaluates a module on first use. @throws what the module throws */
  load(file: string): Namespace | Promise<Namespace> {
    if (this.#sources.isAsync(file)) return this.#loadAsync(file);
    return this.#loadSync(file).namespace;
  }

  /** Makes the realm unchangeable for all later calls. */
  seal(): void {
    const { seal, hostObjects } = this.inside;
    const shielded = hostObjects.shield();
    seal.seal([...heapObjectsOf(this.#context, this.#name), ...shielded]);
  }

  /** Ends the realm's timers. Must be called when the realm's call is over. */
  end(): void {
    this.inside.endTimers();
  }

  #loadSync(file: string): Loaded {
    const known = this.#loaded.get(file);
    if (known) return rethrow(known);
    const compiled = this.#sources.get(file);
    return this.#evaluating(compiled, (loaded) => {
      for (const one of compiled.imports) {
        if (one.type === "file") this.#loadSync(one.file);
      }
      this.#run(compiled, loaded);
    });
  }

  async #loadAsync(file: string): Promise<Namespace> {
    const known = this.#loaded.get(file);
    if (known) {
      await known.evaluated;
      return rethrow(known).namespace;
    }
    const compiled = this.#sources.get(file);
    const loaded = this.#begin(compiled);
    loaded.evaluated = (async () => {
      for (const one of compiled.imports) {
        if (one.type === "file") await this.load(one.file);
      }
      await this.#run(compiled, loaded);
    })();
    try {
      await loaded.evaluated;
      return loaded.namespace;
    } catch (thrown) {
      loaded.error = { thrown };
      throw thrown;
    }
  }

  #evaluating(
    compiled: CompiledModule,
    evaluate: (loaded: Loaded) => void,
  ): Loaded {
    const loaded = this.#begin(compiled);
    try {
      evaluate(loaded);
      return this.#loaded.get(compiled.file) ?? loaded;
    } catch (thrown) {
      loaded.error = { thrown };
      throw thrown;
    }
  }

  #begin({ file }: CompiledModule): Loaded {
    const namespace = this.inside.modules.namespace() as Namespace;
    const loaded: Loaded = { namespace };
    this.#loaded.set(file, loaded);
    return loaded;
  }

  #run(compiled: CompiledModule, { namespace }: Loaded): unknown {
    const { file, url, script, imports, isModule } = compiled;
    const { modules } = this.inside;
    const host = modules.host(file, url, namespace);
    // `moduleText` has turned the module into a function.
    const run = script.runInContext(this.#context) as ModuleFunction;
    if (isModule) {
      return run(host, ...imports.map((one) => this.#namespaceOf(one, file)));
    }
    const { module, require } = modules.commonJs(file);
    run.call(module.exports, host, module.exports, require, module, file, ".");
    this.#commonJs.set(file, module);
    const exported = modules.namespaceOf(module.exports) as Namespace;
    this.#loaded.set(file, { namespace: exported });
    return undefined;
  }

  #namespaceOf(imported: ImportedModule, from: string): Namespace {
    if (imported.type === "file")
      return this.#loadSync(imported.file).namespace;
    const exported = this.#engineModule(from, imported.specifier);
    return this.inside.modules.namespaceOf(exported) as Namespace;
  }

  async #importFrom(from: string, specifier: string): Promise<Namespace> {
    const imported = resolveImport(specifier, from);
    if (imported.type === "file") return await this.load(imported.file);
    try {
      return this.#namespaceOf(imported, from);
    } catch (error) {
      if (!isAsyncModule(error)) throw error;
      return await this.#importEngineModule(from, imported.specifier);
    }
  }

  /** Loads a package that waits for something at its top level. */
  async #importEngineModule(from: string, specifier: string) {
    const path = createRequire(from || this.#anyFile).resolve(specifier);
    const exported = (await import(pathToFileURL(path).href)) as object;
    const own = this.#ownCopyOf(exported);
    return this.inside.modules.namespaceOf(own) as Namespace;
  }

  #require(from: string, specifier: string): unknown {
    const imported = resolveImport(specifier, from || this.#anyFile);
    if (imported.type === "engine") {
      return this.#engineModule(from, imported.specifier);
    }
    const { namespace } = this.#loadSync(imported.file);
    return this.#commonJs.get(imported.file)?.exports ?? namespace;
  }

  /**
   * Loads a module or package that exists once per worker. Each realm gets its
   * own copy of the exports object, so that it can replace properties.
   */
  #engineModule(from: string, specifier: string): unknown {
    return this.#ownCopyOf(createRequire(from || this.#anyFile)(specifier));
  }

  #ownCopyOf(exported: unknown): unknown {
    const known = this.#engineModules.get(exported);
    if (known !== undefined) return known;
    const own =
      typeof exported === "object" && exported !== null
        ? (Object.create(
            Object.getPrototypeOf(exported) as object | null,
            Object.getOwnPropertyDescriptors(exported),
          ) as object)
        : exported;
    this.#engineModules.set(exported, own);
    return own;
  }
}

function rethrow(loaded: Loaded): Loaded {
  if (loaded.error) throw loaded.error.thrown;
  return loaded;
}

/** Node cannot require packages with a top-level await. */
const isAsyncModule = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  error.code === "ERR_REQUIRE_ASYNC_MODULE";

function isEngineError(value: unknown): value is Error {
  try {
    return isNativeError(value) && value instanceof Error;
  } catch {
    // `instanceof` may run code of the value that an app has thrown.
    return false;
  }
}
