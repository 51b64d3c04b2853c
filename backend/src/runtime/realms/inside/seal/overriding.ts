import type { OldObjects } from "./oldObjects.ts";

/**
 * Returns a function that lets inheriting objects override frozen properties of
 * the built-in prototypes: assigning makes an own property, as it would if the
 * prototype were not frozen.
 */
export function makeOverriding(old: OldObjects): () => void {
  const { getOwnPropertyDescriptor, defineProperty } = Reflect;
  const { hasOwn } = Object;
  const RealTypeError = TypeError;

  const assign = (object: object, name: PropertyKey, value: unknown) => {
    if (old.has(object)) {
      throw new RealTypeError(
        `Cannot assign to read only property '${String(name)}' of object`,
      );
    }
    if (hasOwn(object, name))
      (object as Record<PropertyKey, unknown>)[name] = value;
    else {
      defineProperty(object, name, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
  };
  const allow = (prototype: object, names: readonly PropertyKey[]) => {
    for (const name of names) {
      const descriptor = getOwnPropertyDescriptor(prototype, name);
      if (!descriptor || !("value" in descriptor)) continue;
      const value = descriptor.value as unknown;
      defineProperty(prototype, name, {
        get: () => value,
        set(this: object, given: unknown) {
          assign(this, name, given);
        },
        enumerable: false,
        configurable: true,
      });
    }
  };
  return () => {
    // `constructor` stays a plain property: code that prints values expects its
    // descriptor to hold the class.
    const names = ["toString", "toLocaleString", "valueOf", "hasOwnProperty"];
    allow(Object.prototype, names);
    allow(Function.prototype, ["toString", "bind"]);
    allow(Array.prototype, ["toString"]);
    for (const Class of [
      Error,
      TypeError,
      RangeError,
      SyntaxError,
      EvalError,
      URIError,
      ReferenceError,
    ]) {
      allow(Class.prototype, ["name", "message", "toString"]);
    }
  };
}
