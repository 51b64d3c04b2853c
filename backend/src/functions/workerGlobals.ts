import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";

/** The host interface that convex/server expects as the global `Convex`. */
export interface ConvexHost {
  syscall(op: string, argsText: string): string;
  asyncSyscall(op: string, argsText: string): Promise<string>;
  jsSyscall(op: string, args: Record<string, unknown>): unknown;
}

/** Bundles of the default runtime take AsyncLocalStorage from the globals. */
export function installHost(host: ConvexHost): void {
  Object.assign(globalThis, {
    Convex: host,
    AsyncLocalStorage,
    AsyncResource,
  });
}

/** `process.env` of user code: the worker's own copy, nothing of the server's. */
export function setEnvironment(
  environment: Readonly<Record<string, string>>,
): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
}

/** Runs libraries of the engine that use what functions may not. */
export const engineWork = new AsyncLocalStorage<true>();

/** Queries and mutations have no effects but their writes, so that they can be run again. */
export function refuseSideEffects(): void {
  const names = ["fetch", "setTimeout", "setInterval", "setImmediate"] as const;
  for (const name of names) {
    const call = name === "fetch" ? "fetch()" : name;
    const real: (...args: never[]) => unknown = globalThis[name];
    Object.assign(globalThis, {
      [name]: (...args: never[]) => {
        if (engineWork.getStore() === true) return real(...args);
        throw new Error(
          `Can't use ${call} in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`,
        );
      },
    });
  }
}

/** Within a call the clock stands still at the call's start. */
export function freezeClock(callStartedAt: () => number | undefined): void {
  const RealDate = Date;
  const realNow = RealDate.now.bind(RealDate);
  const now = () => callStartedAt() ?? realNow();
  RealDate.now = now;
  const FrozenDate = new Proxy(RealDate, {
    construct: (target, args: unknown[], newTarget) =>
      // Reflect.construct has no better type; it makes what `target` makes.
      Reflect.construct(
        target,
        args.length === 0 ? [now()] : args,
        newTarget,
      ) as Date,
    apply: () => new RealDate(now()).toString(),
  });
  RealDate.prototype.constructor = FrozenDate;
  globalThis.Date = FrozenDate;
}

/**
 * A promise that user code dropped, or a callback that throws, must not end the
 * worker: it is told in the log of the process.
 */
export function reportStrayErrors(report: (message: string) => void): void {
  const tell = (error: unknown) =>
    report(
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
  process.on("unhandledRejection", tell);
  process.on("uncaughtException", tell);
}
