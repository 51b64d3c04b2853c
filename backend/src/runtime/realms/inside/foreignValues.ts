import type { RealmHost } from "./realmHost.ts";

/**
 * Makes `instanceof` accept values of the engine's realm as instances of the
 * realm's classes. Actions get such values from packages and from Node.
 */
export function recognizeForeignValues(host: RealmHost): void {
  const names = [
    "Array",
    "ArrayBuffer",
    "Date",
    "Error",
    "EvalError",
    "Function",
    "Map",
    "Object",
    "Promise",
    "RangeError",
    "RegExp",
    "Set",
    "SyntaxError",
    "TypeError",
    "URIError",
    "Uint8Array",
    "WeakMap",
    "WeakSet",
  ] as const;
  const has = Function.prototype[Symbol.hasInstance];
  for (const name of names) {
    const Own = globalThis[name];
    const Engine = host.global(name) as object;
    Object.defineProperty(Own, Symbol.hasInstance, {
      value(this: unknown, value: unknown): boolean {
        return (
          has.call(this as object, value) ||
          (this === Own && has.call(Engine, value))
        );
      },
      writable: true,
      configurable: true,
    });
  }
}
