/**
 * Loads the actions of one deployment. Each call gets its own realm (global
 * objects) and its own copies of the modules.
 */
import type { ComponentPath } from "../../database/contract.ts";
import { currentActionCall } from "../worker/callContext.ts";
import { splitPath } from "../contract/canonicalPath.ts";
import type { DeployedModule } from "../contract/runtime.ts";
import { notFound } from "../worker/functionErrors.ts";
import {
  type LoadedFunction,
  loadFunction,
  withCheckedText,
} from "../worker/loadedFunction.ts";
import type { ModuleRegistry } from "../worker/moduleRegistry.ts";
import { loadFailure } from "../realms/loadFailure.ts";
import { ModuleSources } from "../realms/moduleSources.ts";
import { type Namespace, Realm, type RealmGiven } from "../realms/realm.ts";

export interface OpenedRouter {
  readonly router: unknown;
  /** Makes a `Request` that belongs to the router's realm. */
  readonly request: (url: string, init: RequestInit) => Request;
  /** Must be called once the response has been read. */
  readonly end: () => void;
}

export class ActionFunctions {
  readonly registry: ModuleRegistry;
  readonly #given: (
    component: ComponentPath,
    kind: "action" | "node",
  ) => RealmGiven;
  readonly #sources: ModuleSources;

  constructor(
    registry: ModuleRegistry,
    given: (component: ComponentPath, kind: "action" | "node") => RealmGiven,
  ) {
    this.registry = registry;
    this.#sources = new ModuleSources(registry.deployment.root);
    this.#given = given;
  }

  /**
   * Compiles every module ahead of time. A module that does not compile fails
   * later, in `open`.
   */
  prepare(): void {
    for (const file of this.registry.filesOf(["isolate", "node"])) {
      try {
        this.#sources.get(file);
      } catch {
        // `open` throws the same error.
      }
    }
  }

  /**
   * Loads a function into its own realm, for one call.
   * @throws CallRefused if there is no such function.
   */
  async open(component: ComponentPath, path: string): Promise<LoadedFunction> {
    const { module, name } = splitPath(path);
    const { realm, namespace } = await this.#load(component, module, path);
    const loaded = loadFunction(component, path, namespace[name]);
    if (loaded === null) throw notFound(path);
    return endingWith(realm, withCheckedText(loaded));
  }

  /**
   * Loads the router of a component. Returns null if the component has no
   * `http.ts`.
   */
  async openRouter(component: ComponentPath): Promise<OpenedRouter | null> {
    if (this.registry.module(component, "http") === null) return null;
    const { realm, namespace } = await this.#load(component, "http", "http");
    return {
      router: namespace.default,
      request: (url, init) => realm.inside.web.request(url, init),
      end: () => {
        realm.end();
      },
    };
  }

  async #load(
    component: ComponentPath,
    module: string,
    path: string,
  ): Promise<{ realm: Realm; namespace: Namespace }> {
    const deployed = this.registry.module(component, module);
    if (deployed === null) throw notFound(path);
    const given = this.#given(component, kindOf(deployed));
    const realm = new Realm(this.#sources, given);
    currentActionCall.getStore()?.root.aborted.catch(() => {
      realm.end();
    });
    try {
      return { realm, namespace: await realm.load(deployed.file) };
    } catch (thrown) {
      throw loadFailure(module, thrown);
    }
  }
}

function endingWith(realm: Realm, loaded: LoadedFunction): LoadedFunction {
  return {
    ...loaded,
    invoke: async (argsText, requestId) => {
      try {
        return await loaded.invoke(argsText, requestId);
      } finally {
        realm.end();
      }
    },
  };
}

function kindOf({ environment }: DeployedModule): "action" | "node" {
  return environment === "node" ? "node" : "action";
}
