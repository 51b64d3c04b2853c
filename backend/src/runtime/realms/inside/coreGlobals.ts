import type { RealmHost } from "./realmHost.ts";

/** Installs a `console` that writes to the log lines of the running call. */
export function installConsole(host: RealmHost): void {
  const own: Record<string, unknown> = {};
  const engine = host.global("console") as Record<string, unknown>;
  for (const [name, method] of Object.entries(engine)) {
    if (typeof method !== "function") continue;
    own[name] = (...values: unknown[]): void => {
      host.log(name, values);
    };
  }
  Object.defineProperty(globalThis, "console", {
    value: own,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

/**
 * Installs a `Date` whose clock shows the start of the call during a whole
 * transaction.
 */
export function installDate(host: RealmHost): void {
  const RealDate = Date;
  const now = () => host.now();
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
 * Installs `process`. All functions see the variables of their component; `"use
 * node"` modules also see what Node's libraries read from the process.
 */
export function installProcess(host: RealmHost): void {
  const process: Record<string, unknown> = {};
  if (host.kind === "node") {
    const engine = host.global("process") as Record<string, unknown>;
    const copied = [
      "arch",
      "argv0",
      "execPath",
      "pid",
      "platform",
      "title",
      "version",
    ];
    for (const name of copied) process[name] = engine[name];
    process.versions = { ...(engine.versions as object) };
    process.release = { name: "node" };
    process.argv = [engine.execPath];
    process.execArgv = [];
    process.features = {};
    const asked = ["cwd", "emitWarning", "nextTick", "uptime", "umask"];
    for (const name of asked) {
      const real = engine[name] as (...args: unknown[]) => unknown;
      process[name] = (...args: unknown[]) => real(...args);
    }
    const node = engine as unknown as NodeJS.Process;
    const time = (since?: [number, number]) => [...node.hrtime(since)];
    process.hrtime = Object.assign(time, {
      bigint: () => node.hrtime.bigint(),
    });
    process.memoryUsage = () => ({ ...node.memoryUsage() });
    process.exit = (code?: number) => node.exit(code);
    // Events of the process do not belong to a single call.
    const ignored = [
      "on",
      "once",
      "off",
      "addListener",
      "removeListener",
      "removeAllListeners",
      "emit",
      "prependListener",
    ];
    for (const name of ignored) process[name] = () => process;
    process.listeners = () => [];
    process.listenerCount = () => 0;
    const outputs = { stdout: "log", stderr: "error" };
    for (const [name, level] of Object.entries(outputs)) {
      const write = (text: unknown) => {
        host.log(level, [String(text)]);
        return true;
      };
      process[name] = { isTTY: false, write };
    }
  }
  process.env = host.env;
  Object.defineProperty(globalThis, "process", {
    value: process,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}
