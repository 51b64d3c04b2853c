import type { RealmHost } from "./realmHost.ts";

type Callable = (...args: unknown[]) => unknown;

/**
 * Installs timers and a few other functions of the engine's realm. Returns a
 * function that ends all timers.
 */
export function installTimers(host: RealmHost): () => void {
  const timers = trackTimers(host);
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
        if (timers.isStarter(name)) return timers.start(name, real, args);
        if (name.startsWith("clear")) timers.forget(args[0]);
        return real(...args);
      },
    };
    installGlobal(name, value);
  }
  installPerformance(host);
  return timers.end;
}

/** Remembers each timer until it has run for the last time. */
function trackTimers(host: RealmHost) {
  const running = new Map<unknown, Callable>();
  const ending: Record<string, string> = {
    setTimeout: "clearTimeout",
    setInterval: "clearInterval",
    setImmediate: "clearImmediate",
  };
  let hasEnded = false;
  return {
    isStarter: (name: string) => name in ending,
    start(name: string, real: Callable, args: unknown[]): unknown {
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
    },
    forget(handle: unknown): void {
      running.delete(handle);
    },
    /** Ends all timers, and every timer that is started afterwards. */
    end(this: void): void {
      hasEnded = true;
      for (const [handle, clear] of running) clear(handle);
      running.clear();
    },
  };
}

/**
 * Installs `performance`. In queries and mutations its clock stands still during a
 * run.
 */
function installPerformance(host: RealmHost): void {
  const engine = host.global("performance") as { now(): number };
  const startedAt = host.now();
  installGlobal("performance", {
    timeOrigin: startedAt,
    now: () =>
      host.kind === "transaction" ? host.now() - startedAt : engine.now(),
  });
}

function installGlobal(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/**
 * Makes side effects throw. Queries and mutations have no side effects except their
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
    installGlobal(name, refuse);
  }
}

/** What `startRealm` needs from this file. */
export const TIMER_PARTS = [
  trackTimers,
  installPerformance,
  installGlobal,
  installTimers,
  refuseSideEffects,
];
