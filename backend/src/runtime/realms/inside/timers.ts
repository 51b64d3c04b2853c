import type { RealmHost } from "./realmHost.ts";

type Callable = (...args: unknown[]) => unknown;

/**
 * Installs timers and a few other functions of the engine's realm. Returns a
 * function that ends all timers.
 */
export function installTimers(host: RealmHost): () => void {
  const running = new Map<unknown, Callable>();
  const ending: Record<string, string> = {
    setTimeout: "clearTimeout",
    setInterval: "clearInterval",
    setImmediate: "clearImmediate",
  };
  let hasEnded = false;
  /** Starts a timer and tracks it until it has run for the last time. */
  const start = (name: string, real: Callable, args: unknown[]): unknown => {
    const clear = host.global(ending[name] ?? "") as Callable;
    const [callback, ...rest] = args;
    if (typeof callback !== "function") return real(...args);
    const run = (...given: unknown[]): void => {
      if (name !== "setInterval") running.delete(handle);
      Reflect.apply(callback, handle, given);
    };
    const handle = real(run, ...rest);
    if (hasEnded) clear(handle);
    else running.set(handle, clear);
    return handle;
  };
  const names = [
    "queueMicrotask",
    "setTimeout",
    "clearTimeout",
    "setInterval",
    "clearInterval",
    "setImmediate",
    "clearImmediate",
    "atob",
    "btoa",
  ] as const;
  for (const name of names) {
    const real = host.global(name) as Callable;
    // Method syntax gives the wrapper the right name, and makes `new` throw.
    const { [name]: value } = {
      [name](...args: unknown[]): unknown {
        if (name in ending) return start(name, real, args);
        if (name.startsWith("clear")) running.delete(args[0]);
        return real(...args);
      },
    };
    Object.defineProperty(globalThis, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  const engine = host.global("performance") as { now(): number };
  const engineNow = (): number => engine.now();
  const startedAt = host.now();
  const performance = {
    timeOrigin: startedAt,
    now: () =>
      host.kind === "transaction" ? host.now() - startedAt : engineNow(),
  };
  Object.defineProperty(globalThis, "performance", {
    value: performance,
    writable: true,
    enumerable: true,
    configurable: true,
  });
  return () => {
    hasEnded = true;
    for (const [handle, clear] of running) clear(handle);
    running.clear();
  };
}

/**
 * Makes side effects throw. Queries and mutations have none except their
 * writes, so that they can run again.
 */
export function refuseSideEffects(_host: RealmHost): void {
  const names = ["fetch", "setTimeout", "setInterval", "setImmediate"] as const;
  for (const name of names) {
    const call = name === "fetch" ? "fetch()" : name;
    const refuse = () => {
      throw new Error(
        `Can't use ${call} in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`,
      );
    };
    Object.defineProperty(globalThis, name, {
      value: refuse,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
}
