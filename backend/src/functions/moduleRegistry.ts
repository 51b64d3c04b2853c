import type { ComponentPath } from "../database/contract.ts";
import type {
  DeployedComponent,
  DeployedFunction,
  DeployedModule,
  Deployment,
} from "./contract.ts";
import { pathToFileURL } from "node:url";
import { splitPath } from "./canonicalPath.ts";
import { CallRefused, notFound } from "./functionErrors.ts";
import { type LoadedFunction, loadFunction } from "./loadedFunction.ts";

/** What the deployment says of a function, loaded in this worker or not. */
export interface FunctionInfo {
  readonly component: ComponentPath;
  readonly path: string;
  readonly udfType: DeployedFunction["udfType"];
  readonly isPublic: boolean;
}

type Namespace = Readonly<Record<string, unknown>>;

/**
 * The modules of one deployment, imported into this worker. Code is shared by
 * all mounts of a component; which mount runs is told by the call.
 */
export class ModuleRegistry {
  readonly deployment: Deployment;
  readonly #components: ReadonlyMap<ComponentPath, DeployedComponent>;
  readonly #files = new Map<string, string>();
  readonly #namespaces = new Map<string, Namespace | Error>();
  readonly #functions = new Map<string, LoadedFunction>();
  readonly #infos = new Map<string, FunctionInfo>();

  constructor(deployment: Deployment) {
    this.deployment = deployment;
    this.#components = new Map(deployment.components.map((c) => [c.path, c]));
    for (const component of deployment.components) {
      for (const module of component.modules) this.#add(component.path, module);
    }
  }

  #add(component: ComponentPath, { path, file, functions }: DeployedModule) {
    const { module } = splitPath(path);
    this.#files.set(functionKey(component, module), file);
    for (const { name, udfType, visibility } of functions) {
      const functionPath = `${module}:${name}`;
      this.#infos.set(functionKey(component, functionPath), {
        component,
        path: functionPath,
        udfType,
        isPublic: visibility === "public",
      });
    }
  }

  /** A module that fails to load fails the calls of its functions, not the others. */
  async load(environments: readonly ("isolate" | "node")[]): Promise<void> {
    for (const { modules } of this.deployment.components) {
      for (const { file, environment } of modules) {
        if (!environments.includes(environment)) continue;
        if (this.#namespaces.has(file)) continue;
        this.#namespaces.set(file, await importFile(file));
      }
    }
  }

  component(path: ComponentPath): DeployedComponent | null {
    return this.#components.get(path) ?? null;
  }

  /** @throws CallRefused when there is no such function. */
  describe(component: ComponentPath, path: string): FunctionInfo {
    const info = this.#infos.get(functionKey(component, path));
    if (info === undefined) throw notFound(path);
    return info;
  }

  /** @throws CallRefused when there is no such function in this worker. */
  find(component: ComponentPath, path: string): LoadedFunction {
    const key = functionKey(component, path);
    const known = this.#functions.get(key);
    if (known) return known;
    const { module, name } = splitPath(path);
    const exported = this.namespace(component, module)?.[name];
    const loaded = loadFunction(component, path, exported);
    if (loaded === null) throw notFound(path);
    this.#functions.set(key, loaded);
    return loaded;
  }

  /** Null when the deployment has no such module. */
  namespace(component: ComponentPath, module: string): Namespace | null {
    const file = this.#files.get(functionKey(component, module));
    const namespace = file === undefined ? null : this.#namespaces.get(file);
    if (namespace instanceof Error) {
      throw new CallRefused(
        `Failed to load module '${module}': ${namespace.message}`,
      );
    }
    return namespace ?? null;
  }
}

function functionKey(component: ComponentPath, path: string): string {
  return `${component};${path}`;
}

async function importFile(file: string): Promise<Namespace | Error> {
  try {
    return (await import(pathToFileURL(file).href)) as Namespace;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
