/** Modules on disk, compiled once for all realms of a worker. */
import { readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Script } from "node:vm";
import { ScriptCache } from "./scriptCache.ts";
import { type ModuleText, moduleText } from "./transform/moduleText.ts";

export interface CompiledModule {
  readonly file: string;
  readonly url: string;
  /** Evaluates to the module's function; see `moduleText`. */
  readonly script: Script;
  readonly isModule: boolean;
  readonly isAsync: boolean;
  /** Same order as the function's parameters. */
  readonly imports: readonly ImportedModule[];
  /** See `moduleState`. */
  readonly state: readonly string[];
}

/** A file that is evaluated in the realm, or a module that only the engine can load. */
export type ImportedModule =
  | { readonly type: "file"; readonly file: string }
  | { readonly type: "engine"; readonly specifier: string };

/**
 * Convex's library is evaluated in the realm, because it uses the globals of
 * the functions.
 */
const OF_THE_REALM = /^convex(\/|$)/;

export class ModuleSources {
  readonly #modules = new Map<string, CompiledModule>();
  readonly #waiting = new Map<string, boolean>();
  readonly #cache: ScriptCache;

  /** `root` is the folder of the deployment. */
  constructor(root: string) {
    this.#cache = new ScriptCache(join(root, ".scripts"));
  }

  /** @throws SyntaxError, or the error that reading the file causes */
  get(file: string): CompiledModule {
    const known = this.#modules.get(file);
    if (known) return known;
    const text = this.#cache.textOf(readFileSync(file, "utf8"));
    const compiled = compile(file, text);
    this.#modules.set(file, compiled);
    return compiled;
  }

  /** Adds a module that has no file. It resolves imports as if it were at `file`. */
  add(file: string, source: string): void {
    this.#modules.set(file, compile(file, moduleText(source)));
  }

  /** True if the module, or one that it imports, awaits outside of functions. */
  isAsync(file: string): boolean {
    const known = this.#waiting.get(file);
    if (known !== undefined) return known;
    this.#waiting.set(file, false);
    const { isAsync, imports } = this.get(file);
    const result =
      isAsync ||
      imports.some((one) => one.type === "file" && this.isAsync(one.file));
    this.#waiting.set(file, result);
    return result;
  }
}

function compile(file: string, text: ModuleText): CompiledModule {
  const url = pathToFileURL(file).href;
  return {
    file,
    url,
    script: new Script(text.code, {
      filename: url,
      columnOffset: -text.prefixLength,
    }),
    isModule: text.isModule,
    isAsync: text.isAsync,
    state: text.state,
    imports: text.imports.map((specifier) => resolveImport(specifier, file)),
  };
}

export function resolveImport(specifier: string, from: string): ImportedModule {
  if (isBuiltin(specifier)) return { type: "engine", specifier };
  if (specifier.startsWith("file:")) {
    return { type: "file", file: fileURLToPath(specifier) };
  }
  if (/^\.{0,2}\//.test(specifier)) {
    return { type: "file", file: join(dirname(from), specifier) };
  }
  if (OF_THE_REALM.test(specifier)) {
    return { type: "file", file: createRequire(from).resolve(specifier) };
  }
  return { type: "engine", specifier };
}
