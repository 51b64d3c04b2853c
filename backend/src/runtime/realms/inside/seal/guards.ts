/**
 * Guards what freezing does not reach: methods that change the contents of an
 * object, such as those of maps and dates.
 */
import type { RealmHost } from "../realmHost.ts";
import type { OldObjects } from "./oldObjects.ts";
import type { Refusals } from "./refusals.ts";

/** Makes a method refuse calls for which `isChange` is true. */
export type Guard = (
  prototype: object,
  name: string,
  isChange: (target: object, args: readonly unknown[]) => boolean,
) => void;

export function makeGuard({ haveBegun, refuse }: Refusals): Guard {
  const { apply, getOwnPropertyDescriptor, defineProperty } = Reflect;
  return (prototype, name, isChange) => {
    const real = getOwnPropertyDescriptor(prototype, name)?.value as unknown;
    if (typeof real !== "function") return;
    const { [name]: guarded } = {
      [name](this: object, ...args: unknown[]): unknown {
        if (haveBegun() && isChange(this, args)) refuse();
        return apply(real, this, args);
      },
    };
    defineProperty(guarded as object, "length", { value: real.length });
    defineProperty(prototype, name, {
      value: guarded,
      writable: true,
      enumerable: false,
      configurable: true,
    });
  };
}

/** Guards the methods of the built-in classes. */
export function guardContents(old: OldObjects, guard: Guard): void {
  const ofThis = (target: object) => old.has(target);
  const ofFirst = (_target: object, [first]: readonly unknown[]) =>
    old.has(first);
  const ofBoth = (target: object, [key]: readonly unknown[]) =>
    old.has(target) && (old.has(key) || typeof key === "symbol");
  const ofMaps = "set delete clear getOrInsert getOrInsertComputed";
  for (const name of ofMaps.split(" ")) guard(Map.prototype, name, ofThis);
  for (const name of ["add", "delete", "clear"])
    guard(Set.prototype, name, ofThis);
  for (const name of ["set", "delete"]) guard(WeakMap.prototype, name, ofBoth);
  for (const name of ["add", "delete"]) guard(WeakSet.prototype, name, ofBoth);
  for (const name of Object.getOwnPropertyNames(Date.prototype)) {
    if (name.startsWith("set")) guard(Date.prototype, name, ofThis);
  }
  const ofReflect =
    "set defineProperty deleteProperty setPrototypeOf preventExtensions";
  for (const name of ofReflect.split(" ")) guard(Reflect, name, ofFirst);
  const ofBuffers = "resize grow transfer transferToFixedLength".split(" ");
  for (const Class of [ArrayBuffer, SharedArrayBuffer]) {
    for (const name of ofBuffers) guard(Class.prototype, name, ofThis);
  }
  guard(RegExp.prototype, "compile", ofThis);
}

/**
 * Deletes the properties of `RegExp` that describe the last match of any function.
 */
export function deleteLastMatch(): void {
  for (const name of Object.getOwnPropertyNames(RegExp)) {
    if (/^(\$|last|left|right|input)/.test(name))
      Reflect.deleteProperty(RegExp, name);
  }
}

/**
 * Returns a function that guards iterators. It guards only those that a module
 * keeps, because guarded iterators are slow.
 */
export function makeIteratorGuards(
  host: RealmHost,
  old: OldObjects,
  guard: Guard,
): (found: readonly object[]) => void {
  const { getPrototypeOf } = Reflect;
  const prototypesOf = (found: readonly object[]) => {
    const known = [
      [][Symbol.iterator](),
      new Map().entries(),
      new Set().values(),
      ""[Symbol.iterator](),
      "".matchAll(/x/g),
    ].map((iterator) => getPrototypeOf(iterator));
    const kept = new Set<object>();
    for (const value of found) {
      if (host.isGenerator(value)) {
        const ofFunction = getPrototypeOf(value);
        const ofAll = ofFunction && getPrototypeOf(ofFunction);
        if (ofAll) kept.add(ofAll);
      }
      const prototype = getPrototypeOf(value);
      if (prototype && known.includes(prototype)) kept.add(prototype);
    }
    return kept;
  };
  return (found) => {
    for (const prototype of prototypesOf(found)) {
      for (const name of ["next", "return", "throw"])
        guard(prototype, name, (target) => old.has(target));
    }
  };
}

/**
 * Returns a function that watches `Promise.allSettled`, which hides errors as a
 * `catch` does.
 */
export function makeSettledWatch({ caught }: Refusals): () => void {
  const { apply, defineProperty } = Reflect;
  return () => {
    /* oxlint-disable typescript/unbound-method -- always applied to the class */
    const { allSettled: real } = Promise;
    const { allSettled } = {
      async allSettled(this: unknown, ...given: unknown[]) {
        const all = apply(real, this, given) as Promise<
          PromiseSettledResult<unknown>[]
        >;
        const results = await all;
        for (const one of results)
          if (one.status === "rejected") caught(one.reason);
        return results;
      },
    };
    /* oxlint-enable typescript/unbound-method */
    defineProperty(Promise, "allSettled", {
      value: allSettled,
      writable: true,
      configurable: true,
    });
  };
}
