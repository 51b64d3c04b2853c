import type { RealmHost } from "./realmHost.ts";
import type { RealmErrors } from "./errors.ts";

/**
 * Installs the global `Convex` and the objects that bundles of the default
 * runtime expect as globals.
 */
export function installConvex(host: RealmHost, errors: RealmErrors): void {
  const { convex } = host;
  const ownBlob = (value: unknown): unknown =>
    value instanceof (host.global("Blob") as typeof Blob)
      ? Reflect.setPrototypeOf(value, Blob.prototype) && value
      : value;
  const Convex = {
    syscall(op: string, argsText: string): string {
      try {
        return convex.syscall(op, argsText);
      } catch (error) {
        throw errors.adopt(error);
      }
    },
    asyncSyscall(op: string, argsText: string): Promise<string> {
      try {
        const answer = convex.asyncSyscall(op, argsText);
        return typeof answer === "string"
          ? Promise.resolve(answer)
          : errors.promised(answer);
      } catch (error) {
        return errors.rejected(error);
      }
    },
    jsSyscall(op: string, args: Record<string, unknown>): unknown {
      try {
        const answer = convex.jsSyscall(op, args);
        const isPromise =
          typeof answer === "object" && answer !== null && "then" in answer;
        return isPromise
          ? errors.promised(answer as PromiseLike<unknown>, ownBlob)
          : answer;
      } catch (error) {
        throw errors.adopt(error);
      }
    },
  };
  for (const [name, value] of Object.entries({ Convex, ...host.extras })) {
    Object.defineProperty(globalThis, name, {
      value,
      writable: true,
      enumerable: false,
      configurable: true,
    });
  }
}
