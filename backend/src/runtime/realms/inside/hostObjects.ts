import type { RealmHost } from "./realmHost.ts";
import type { Seal } from "./seal/seal.ts";

/**
 * Tracks objects of the engine's classes that modules create while they load,
 * such as `Headers`.
 */
export interface HostObjects {
  /** Reports a new object. */
  readonly made: (object: object) => void;
  /**
   * Makes all tracked objects, and the objects that they hold, refuse changes
   * from now on. Returns all of these objects.
   */
  readonly shield: () => object[];
}

/**
 * The contents of host objects belong to the engine, so freezing the objects
 * does not protect them. Methods that may change the contents are covered by
 * methods on the object itself.
 */
export function makeHostObjects(host: RealmHost, seal: Seal): HostObjects {
  const unchanging = ["Blob", "File", "TextEncoder"];
  const all: object[] = [];
  const cover = makeCover(seal, (held) => {
    if (!all.includes(held)) all.push(held);
  });
  const isUnchanging = (object: object) =>
    unchanging.some(
      (name) => object instanceof (host.global(name) as typeof Blob),
    );
  return {
    made: (object) => {
      if (host.kind === "transaction" && !seal.haveBegun()) all.push(object);
    },
    shield: () => {
      // `cover` appends the objects that each object holds, so the loop reaches
      // them too.
      for (const object of all) if (!isUnchanging(object)) cover(object);
      return all;
    },
  };
}

/**
 * Makes a function that covers every inherited method and setter of an object.
 * Objects that its getters return are handed to `onHeld`.
 */
function makeCover(seal: Seal, onHeld: (held: object) => void) {
  const { apply, defineProperty } = Reflect;
  const isObject = (value: unknown): value is object =>
    typeof value === "object" && value !== null;
  const coverMethod = (object: object, key: PropertyKey, real: unknown) => {
    defineProperty(object, key, {
      value(this: object, ...args: unknown[]): unknown {
        const options = args[1];
        const isWholeText =
          key === "decode" &&
          !(isObject(options) && "stream" in options && options.stream);
        if (!isWholeText) seal.change();
        return apply(real as () => unknown, this, args);
      },
      configurable: true,
    });
  };
  const coverAccessor = (
    object: object,
    key: PropertyKey,
    accessor: PropertyDescriptor,
  ) => {
    // oxlint-disable-next-line typescript/unbound-method -- always applied to the object
    const { get, set } = accessor;
    if (get) {
      const held: unknown = apply(get, object, []);
      // The getter returns a method that objects may override.
      if (typeof held === "function") {
        coverMethod(object, key, held);
        return;
      }
      if (isObject(held)) onHeld(held);
    }
    if (!set) return;
    defineProperty(object, key, {
      ...(get && { get: (): unknown => apply(get, object, []) }),
      set(value: unknown) {
        seal.change();
        apply(set, object, [value]);
      },
      configurable: true,
    });
  };
  return (object: object) => {
    for (const [key, found] of inherited(object)) {
      if (typeof found.value === "function") {
        coverMethod(object, key, found.value);
      } else if (found.get || found.set) coverAccessor(object, key, found);
    }
  };
}

/**
 * Finds the properties that an object inherits, up to the `Object.prototype` of
 * any realm. Leaves out methods that only read.
 */
function inherited(object: object): Map<PropertyKey, PropertyDescriptor> {
  const { ownKeys, getPrototypeOf, getOwnPropertyDescriptor } = Reflect;
  const reading = new Set<PropertyKey>([
    ..."constructor get getAll getSetCookie has keys values entries".split(" "),
    ..."forEach toString toJSON".split(" "),
    Symbol.iterator,
    Symbol.toStringTag,
    Symbol.hasInstance,
  ]);
  const own = new Set<PropertyKey>(ownKeys(object));
  const found = new Map<PropertyKey, PropertyDescriptor>();
  for (
    let from = getPrototypeOf(object);
    from && getPrototypeOf(from);
    from = getPrototypeOf(from)
  ) {
    for (const key of ownKeys(from)) {
      if (reading.has(key) || own.has(key) || found.has(key)) continue;
      found.set(key, getOwnPropertyDescriptor(from, key) ?? {});
    }
  }
  return found;
}

/** What `startRealm` needs from this file. */
export const HOST_OBJECT_PARTS = [inherited, makeCover, makeHostObjects];
