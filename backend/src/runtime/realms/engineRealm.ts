/**
 * The engine's own realm (set of global objects). Functions run in other realms,
 * but objects they get from the engine, such as a `Response` or an installed
 * package, lead to the prototypes of this one. So these prototypes are frozen
 * before any app code is loaded.
 */
import { inspect } from "node:util";
import { isProxy } from "node:util/types";
import { installLanguage } from "./inside/language.ts";

/**
 * The globals of the language. They are listed by name, because enumerating the
 * global object would load everything that Node loads on demand.
 */
const LANGUAGE = [
  "AggregateError",
  "Array",
  "ArrayBuffer",
  "AsyncDisposableStack",
  "Atomics",
  "BigInt",
  "BigInt64Array",
  "BigUint64Array",
  "Boolean",
  "DataView",
  "Date",
  "DisposableStack",
  "Error",
  "EvalError",
  "FinalizationRegistry",
  "Float16Array",
  "Float32Array",
  "Float64Array",
  "Function",
  "Int16Array",
  "Int32Array",
  "Int8Array",
  "Intl",
  "Iterator",
  "JSON",
  "Map",
  "Math",
  "Number",
  "Object",
  "Promise",
  "Proxy",
  "RangeError",
  "ReferenceError",
  "Reflect",
  "RegExp",
  "Set",
  "SharedArrayBuffer",
  "String",
  "SuppressedError",
  "Symbol",
  "SyntaxError",
  "TypeError",
  "URIError",
  "Uint16Array",
  "Uint32Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "WeakMap",
  "WeakRef",
  "WeakSet",
  "WebAssembly",
];

/**
 * True if this server's locale is not en-US, the one that functions must see.
 * Hiding the locale costs each action time, but almost no server has another
 * one.
 */
export const speaksAnotherLanguage =
  new Intl.Collator().resolvedOptions().locale !== "en-US";

type Callable = (...args: unknown[]) => unknown;

const hardened = new WeakSet();

/** True for objects that all realms of the worker share. */
export function isOfEngine(value: object): boolean {
  return hardened.has(value);
}

/**
 * Freezes the built-ins of the language. Must be called before any app code is
 * loaded.
 */
export function hardenEngineRealm(): void {
  // Installed packages run in this realm.
  installLanguage();
  for (const prototype of prototypes()) allowOverriding(prototype, OVERRIDDEN);
  closeFunctionConstructors();
  // Custom `inspect` methods of apps receive this function.
  harden(inspect);
  for (const name of LANGUAGE) harden(Reflect.get(globalThis, name));
  harden(Object.getPrototypeOf(async function () {}));
  harden(Object.getPrototypeOf(function* () {}));
  harden(Object.getPrototypeOf(async function* () {}));
  harden(Object.getPrototypeOf([][Symbol.iterator]()));
  harden(Object.getPrototypeOf(new Map()[Symbol.iterator]()));
  harden(Object.getPrototypeOf(new Set()[Symbol.iterator]()));
  harden(Object.getPrototypeOf(""[Symbol.iterator]()));
  harden(Object.getPrototypeOf("".matchAll(/x/g)));
}

/**
 * Returns a global of the engine's realm, frozen unless the engine needs its
 * state. Some globals load a lot on first use.
 */
export function engineGlobal(name: string): unknown {
  const value: unknown = Reflect.get(globalThis, name);
  if (IN_USE.has(name)) return value;
  if (isClass(value)) {
    allowOverridingAll(value.prototype);
    // Node's own code assigns `constructor` on the streams and blobs that it
    // makes without calling the constructor.
    if (/Stream|^Blob$|^File$/.test(name)) {
      allowOverriding(value.prototype, ["constructor"]);
    }
  }
  harden(value);
  return value;
}

/** Objects whose state the engine needs; realms get replacements. */
const IN_USE = new Set(["console", "crypto", "performance", "process"]);

/** Freezes `value` and everything reachable from it. */
export function harden(given: unknown): void {
  const queue = [given];
  while (queue.length > 0) {
    const value = queue.pop();
    if (!isFreezable(value) || hardened.has(value)) continue;
    hardened.add(value);
    queue.push(...neighboursOf(value));
    freeze(value);
  }
}

/**
 * Disables the function constructors. Otherwise, an app could reach them through
 * the `constructor` of any engine function, and run source text with the
 * engine's globals.
 */
function closeFunctionConstructors(): void {
  const functions = [
    function () {},
    function* () {},
    async function () {},
    async function* () {},
  ];
  for (const one of functions) {
    const prototype = Object.getPrototypeOf(one) as { constructor: Callable };
    const { constructor: real } = prototype;
    const closed = function () {
      throw new EvalError("Functions of the engine cannot compile text.");
    };
    Object.defineProperties(closed, {
      name: { value: real.name },
      prototype: { value: prototype, writable: false },
    });
    Object.defineProperty(prototype, "constructor", { value: closed });
    harden(closed);
  }
}

function prototypes(): object[] {
  const errors = [
    Error,
    TypeError,
    RangeError,
    SyntaxError,
    EvalError,
    URIError,
    ReferenceError,
  ];
  return [
    Object.prototype,
    Function.prototype,
    Array.prototype,
    Promise.prototype,
    ...errors.map(({ prototype }) => prototype as object),
  ];
}

const OVERRIDDEN = [
  "message",
  "name",
  "toString",
  "toLocaleString",
  "valueOf",
  "bind",
  "hasOwnProperty",
];

/**
 * Lets inheriting objects override frozen properties: assigning makes an own
 * property, as it would if the prototype were not frozen.
 */
function allowOverriding(
  prototype: object,
  names: readonly PropertyKey[],
): void {
  for (const name of names) {
    const descriptor = Reflect.getOwnPropertyDescriptor(prototype, name);
    if (!descriptor?.configurable || !descriptor.writable) continue;
    const value: unknown = descriptor.value;
    Reflect.defineProperty(prototype, name, {
      get: () => value,
      set(this: object, given: unknown) {
        const isOverridden =
          !hardened.has(this) &&
          Reflect.defineProperty(this, name, {
            value: given,
            writable: true,
            enumerable: true,
            configurable: true,
          });
        if (isOverridden) return;
        throw new TypeError(
          `Cannot assign to read only property '${String(name)}'`,
        );
      },
      enumerable: descriptor.enumerable ?? false,
      configurable: true,
    });
  }
}

/**
 * Lets objects override all properties of a web class and of the classes that
 * it extends: libraries assign methods on streams and responses that they hand
 * out. `constructor` stays as it is.
 */
function allowOverridingAll(first: object): void {
  for (
    let prototype: object | null = first;
    prototype && !hardened.has(prototype);
    prototype = Reflect.getPrototypeOf(prototype)
  ) {
    const names = Reflect.ownKeys(prototype);
    allowOverriding(
      prototype,
      names.filter((name) => name !== "constructor"),
    );
  }
}

function isClass(value: unknown): value is { readonly prototype: object } {
  return typeof value === "function" && typeof value.prototype === "object";
}

function isFreezable(value: unknown): value is object {
  return (
    ((typeof value === "object" && value !== null) ||
      typeof value === "function") &&
    value !== globalThis &&
    value !== process &&
    !isProxy(value) &&
    !ArrayBuffer.isView(value)
  );
}

function neighboursOf(value: object): unknown[] {
  const neighbours: unknown[] = [Object.getPrototypeOf(value)];
  for (const key of Reflect.ownKeys(value)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(value, key);
    neighbours.push(descriptor?.value, descriptor?.get, descriptor?.set);
  }
  return neighbours;
}

function freeze(value: object): void {
  if (value === Object.prototype) {
    freezeButConstructor(value);
    return;
  }
  try {
    Object.freeze(value);
  } catch {
    // Some host objects cannot be frozen; none of them is a prototype.
  }
}

/**
 * Freezes a prototype but keeps `constructor` a writable value: older packages
 * assign it on inheriting objects, and code that prints values needs a plain
 * value.
 */
function freezeButConstructor(prototype: object): void {
  for (const name of Reflect.ownKeys(prototype)) {
    const isData = name !== "constructor" && name !== "__proto__";
    const descriptor = Reflect.getOwnPropertyDescriptor(prototype, name);
    const isValue = descriptor !== undefined && "value" in descriptor;
    Reflect.defineProperty(prototype, name, {
      configurable: false,
      ...(isData && isValue && { writable: false }),
    });
  }
  Object.preventExtensions(prototype);
}
