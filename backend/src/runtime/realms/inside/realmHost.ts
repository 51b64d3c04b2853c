/**
 * Everything the engine passes into a realm, the global objects that a function
 * sees. The functions here belong to the engine, and app code never gets hold of
 * them.
 */
import type { ConvexHost } from "../../worker/convexHost.ts";

export interface RealmHost {
  /**
   * Transactions have no effects except their writes; `"use node"` modules have
   * Node's globals.
   */
  readonly kind: "transaction" | "action" | "node";
  readonly convex: ConvexHost;
  /** True if the machine's language is not the one that functions see. */
  readonly speaksAnotherLanguage: boolean;
  /** Time in ms; stands still while a transaction runs. */
  now(): number;
  log(level: string, values: readonly unknown[]): void;
  /** Environment variables of the running component. */
  readonly env: NodeJS.ProcessEnv;
  /** Records that the running call tried to change what other calls see. */
  touched(): void;
  /** True if `value` is an error of the engine's realm. */
  isEngineError(value: unknown): value is Error & { data?: unknown };
  /** Returns a global of the engine's realm. */
  global(name: string): unknown;
  /** Objects of node:async_hooks and the like that bundles expect as globals. */
  readonly extras: Readonly<Record<string, unknown>>;
  /** Implements `import()`. */
  importModule(file: string, specifier: string): Promise<object>;
  requireModule(file: string, specifier: string): unknown;
  /** Folder from which code without a file resolves packages. */
  readonly packagesOf: string;
  isProxy(value: unknown): boolean;
  /** True for the object that a generator function returns, async or not. */
  isGenerator(value: unknown): boolean;
  areEqual(some: Uint8Array, others: Uint8Array): boolean;
  /** True for objects that all realms share and none can change. */
  isOfEngine(value: object): boolean;
}
