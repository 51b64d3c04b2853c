import type { ComponentPath } from "../../database/contract.ts";
import { splitPath } from "../contract/canonicalPath.ts";
import type {
  DeployedComponent,
  DeployedFunction,
  DeployedModule,
  Deployment,
} from "../contract/runtime.ts";
import { notFound, publicNotFound } from "./functionErrors.ts";

/**
 * The deployment's description of a function, whether or not it is loaded in
 * this worker.
 */
export interface FunctionInfo {
  readonly component: ComponentPath;
  readonly path: string;
  readonly udfType: DeployedFunction["udfType"];
  readonly isPublic: boolean;
}

/**
 * The modules and functions of one deployment. All mounts of a component share
 * its code; the call says which mount is running.
 */
export class ModuleRegistry {
  readonly deployment: Deployment;
  readonly #components: ReadonlyMap<ComponentPath, DeployedComponent>;
  readonly #modules = new Map<string, DeployedModule>();
  readonly #infos = new Map<string, FunctionInfo>();

  constructor(deployment: Deployment) {
    this.deployment = deployment;
    this.#components = new Map(deployment.components.map((c) => [c.path, c]));
    for (const component of deployment.components) {
      for (const module of component.modules) this.#add(component.path, module);
    }
  }

  #add(component: ComponentPath, module: DeployedModule): void {
    const { module: name } = splitPath(module.path);
    this.#modules.set(functionKey(component, name), module);
    for (const { name: exported, udfType, visibility } of module.functions) {
      const functionPath = `${name}:${exported}`;
      this.#infos.set(functionKey(component, functionPath), {
        component,
        path: functionPath,
        udfType,
        isPublic: visibility === "public",
      });
    }
  }

  /** Returns each file once. */
  filesOf(environments: readonly DeployedModule["environment"][]): string[] {
    const files = this.deployment.components.flatMap(({ modules }) =>
      modules
        .filter(({ environment }) => environments.includes(environment))
        .map(({ file }) => file),
    );
    return [...new Set(files)];
  }

  component(path: ComponentPath): DeployedComponent | null {
    return this.#components.get(path) ?? null;
  }

  /** Null when the deployment has no such module. */
  module(component: ComponentPath, name: string): DeployedModule | null {
    return this.#modules.get(functionKey(component, name)) ?? null;
  }

  /** @throws CallRefused if there is no such function. */
  describe(component: ComponentPath, path: string): FunctionInfo {
    const info = this.#infos.get(functionKey(component, path));
    if (info === undefined) throw notFound(path);
    return info;
  }

  /**
   * @throws CallRefused unless `path` is a public function of the app. Only those
   *   may be called by clients.
   */
  requirePublic(component: ComponentPath, path: string): void {
    const info = this.#infos.get(functionKey(component, path));
    if (component !== "" || info?.isPublic !== true) throw publicNotFound(path);
  }
}

export function functionKey(component: ComponentPath, path: string): string {
  return `${component};${path}`;
}
