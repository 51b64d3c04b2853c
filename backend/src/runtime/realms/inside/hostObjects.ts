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
   * Makes all of them, and what they hold, refuse changes from here on. Returns
   * them.
   */
  readonly shield: () => object[];
}

/**
 * The contents of these objects belong to the engine, so freezing the objects
 * does not protect them. Methods that may change the contents are covered by
 * methods on the object itself.
 */
export function makeHostObjects(host: RealmHost, seal: Seal): HostObjects {
  const { apply, ownKeys, getPrototypeOf, getOwnPropertyDescriptor } = Reflect;
  const { defineProperty } = Reflect;
  const unchanging = ["Blob", "File", "TextEncoder"];
  const reading = new Set<PropertyKey>([
    ..."constructor get getAll getSetCookie has keys values entries".split(" "),
    ..."forEach toString toJSON".split(" "),
    Symbol.iterator,
    Symbol.toStringTag,
    Symbol.hasInstance,
  ]);
  const all: object[] = [];
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
    // eslint-disable-next-line @typescript-eslint/unbound-method -- always applied to the object
    const { get, set } = accessor;
    if (get) {
      const held: unknown = apply(get, object, []);
      if (isObject(held) && !all.includes(held)) all.push(held);
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
  const cover = (object: object) => {
    const covered = new Set<PropertyKey>(ownKeys(object));
    // Up to `Object.prototype`, of whichever realm.
    for (
      let from = getPrototypeOf(object);
      from && getPrototypeOf(from);
      from = getPrototypeOf(from)
    ) {
      for (const key of ownKeys(from)) {
        if (reading.has(key) || covered.has(key)) continue;
        covered.add(key);
        const found = getOwnPropertyDescriptor(from, key) ?? {};
        if (typeof found.value === "function") {
          coverMethod(object, key, found.value);
        } else if (found.get ?? found.set) coverAccessor(object, key, found);
      }
    }
  };
  const isUnchanging = (object: object) =>
    unchanging.some(
      (name) => object instanceof (host.global(name) as typeof Blob),
    );

  return {
    made: (object) => {
      if (host.kind === "transaction" && seal.age()) all.push(object);
    },
    shield: () => {
      // The loop adds objects that these hold.
      for (const object of all) if (!isUnchanging(object)) cover(object);
      return all;
    },
  };
}
