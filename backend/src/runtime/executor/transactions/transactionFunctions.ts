/**
 * Queries and mutations of one deployment. Convex starts each call with fresh
 * globals and modules. A realm (a set of global objects) for each call would
 * cost milliseconds, so all calls share one realm whose objects cannot be
 * changed. A function that tries to change an object runs again, and from then
 * on gets its own realm for each call. Variables and private fields of modules
 * can be changed, and the changes last.
 */
import { basename, join } from "node:path";
import type { ComponentPath } from "../../../database/contract.ts";
import {
  currentTransactionCall,
  type TransactionCall,
} from "../../worker/callContext.ts";
import { splitPath } from "../../contract/canonicalPath.ts";
import { notFound } from "../../worker/functionErrors.ts";
import {
  type LoadedFunction,
  loadFunction,
  withCheckedText,
} from "../../worker/loadedFunction.ts";
import {
  functionKey,
  type ModuleRegistry,
} from "../../worker/moduleRegistry.ts";
import { loadFailure } from "../../realms/loadFailure.ts";
import { ModuleSources } from "../../realms/moduleSources.ts";
import { type Namespace, Realm, type RealmGiven } from "../../realms/realm.ts";
import { RunsAlone } from "./runsAlone.ts";
import { untilAtRest } from "./atRest.ts";

export interface TransactionRealmOptions {
  readonly registry: ModuleRegistry;
  /**
   * Builds what a realm needs. `component` is the one whose calls run in the
   * realm; null for the shared realm.
   */
  given(component: ComponentPath | null): RealmGiven;
  /** Runs work of the engine that blocks the thread for long. */
  readonly busy: <T>(work: () => T) => T;
}

export class TransactionFunctions {
  readonly registry: ModuleRegistry;
  readonly #options: TransactionRealmOptions;
  readonly #sources: ModuleSources;
  readonly #shared: Realm;
  readonly #loaded = new Map<
    string,
    { readonly namespace: Namespace } | { readonly thrown: unknown }
  >();
  readonly #functions = new Map<string, LoadedFunction>();
  /** Functions that change globals or modules, so they get their own realms. */
  readonly #alone = new Set<string>();
  /** Calls that are running in the shared realm. */
  readonly #running = new Set<TransactionCall>();

  private constructor(options: TransactionRealmOptions) {
    this.registry = options.registry;
    this.#options = options;
    this.#sources = new ModuleSources(this.registry.deployment.root);
    this.#shared = new Realm(this.#sources, options.given(null));
  }

  static async load(
    options: TransactionRealmOptions,
  ): Promise<TransactionFunctions> {
    const functions = new TransactionFunctions(options);
    await functions.#loadAll();
    return functions;
  }

  /**
   * Returns the modules that keep state between calls, with the variables that
   * hold the state.
   */
  statefulModules(): string[] {
    return [...this.#loaded.entries()]
      .filter(([, loaded]) => "namespace" in loaded)
      .map(([file]) => [file, this.#sources.get(file).state] as const)
      .filter(([, state]) => state.length > 0)
      .map(([file, state]) => `${basename(file)} (${state.join(", ")})`);
  }

  /** A module that fails to load fails only the calls of its own functions. */
  async #loadAll(): Promise<void> {
    const { busy } = this.#options;
    for (const file of this.registry.filesOf(["isolate"])) {
      try {
        const namespace = await busy(() => this.#shared.load(file));
        this.#loaded.set(file, { namespace });
      } catch (thrown) {
        this.#loaded.set(file, { thrown });
      }
    }
    busy(() => {
      this.#shared.seal();
    });
  }

  /** @throws CallRefused if there is no such function in this worker. */
  find(component: ComponentPath, path: string): LoadedFunction {
    const key = functionKey(component, path);
    const known = this.#functions.get(key);
    if (known) return known;
    const { module, name } = splitPath(path);
    const deployed = this.registry.module(component, module);
    const loaded = deployed && this.#loaded.get(deployed.file);
    if (!loaded) throw notFound(path);
    if ("thrown" in loaded) throw loadFailure(module, loaded.thrown);
    const found = loadFunction(component, path, loaded.namespace[name]);
    if (found === null) throw notFound(path);
    const isolated = this.#isolated(found, deployed.file, key);
    this.#functions.set(key, isolated);
    return isolated;
  }

  /** Evaluates the text of a module in a new realm. */
  async evaluateSource(
    component: ComponentPath,
    source: string,
  ): Promise<Namespace> {
    const { root } = this.registry.deployment;
    const file = join(root, "inline.js");
    const sources = new ModuleSources(root);
    sources.add(file, source);
    return await this.#openRealm(component, sources).load(file);
  }

  #openRealm(component: ComponentPath, sources = this.#sources): Realm {
    return new Realm(sources, this.#options.given(component));
  }

  #isolated(shared: LoadedFunction, file: string, key: string): LoadedFunction {
    const { component, path } = shared;
    const { name } = splitPath(path);
    return {
      ...shared,
      invoke: async (argsText, requestId) => {
        if (!this.#alone.has(key)) {
          return await this.#invokeShared(shared, key, argsText, requestId);
        }
        const namespace = await this.#openRealm(component).load(file);
        const alone = loadFunction(component, path, namespace[name]);
        if (alone === null) throw notFound(path);
        const call = currentTransactionCall.getStore();
        return await untilAtRest(call, () =>
          withCheckedText(alone).invoke(argsText, requestId),
        );
      },
    };
  }

  async #invokeShared(
    shared: LoadedFunction,
    key: string,
    argsText: string,
    requestId: string,
  ): Promise<string> {
    const { seal } = this.#shared.inside;
    const call = currentTransactionCall.getStore();
    this.#restore(undefined);
    if (call) this.#running.add(call);
    let thrown: { error: unknown } | null = null;
    let text = "";
    try {
      text = await untilAtRest(call, () => shared.invoke(argsText, requestId));
    } catch (error) {
      thrown = { error };
    }
    this.#restore(call);
    if (call) this.#running.delete(call);
    if (call?.hasTouched || (thrown && seal.isRefusal(thrown.error))) {
      this.#alone.add(key);
      if (call?.parent === null) call.root.mustRunAgain = true;
      throw new RunsAlone();
    }
    if (thrown) throw thrown.error;
    return text;
  }

  /**
   * Undoes changes to bytes. If several calls are running, any of them may have
   * seen the changes.
   */
  #restore(ending: TransactionCall | undefined): void {
    if (!this.#shared.inside.seal.restore()) return;
    if (ending && this.#running.size === 1) return;
    for (const running of this.#running) running.hasTouched = true;
  }
}
