import type { RealmHost } from "../realmHost.ts";
import type { OldObjects } from "./oldObjects.ts";

/**
 * Returns a function that lists everything that can be reached from `found` and
 * the globals, and marks it as old.
 */
export function makeReachable(
  host: RealmHost,
  old: OldObjects,
): (found: readonly object[]) => object[] {
  const { ownKeys, getPrototypeOf, getOwnPropertyDescriptor } = Reflect;
  /**
   * Calls `visit` for each value that can be reached in one step. There may be
   * hundreds of thousands of values, too many to pass as arguments of one call.
   */
  const visitNeighbours = (
    value: object,
    visit: (neighbour: unknown) => void,
  ) => {
    visit(getPrototypeOf(value));
    // The elements of a view are numbers. Objects in other properties are found on
    // the heap.
    if (ArrayBuffer.isView(value)) return;
    for (const key of ownKeys(value)) {
      const descriptor = getOwnPropertyDescriptor(value, key);
      if (!descriptor) continue;
      visit(descriptor.value);
      visit(descriptor.get);
      visit(descriptor.set);
    }
    if (value instanceof Map) {
      for (const [key, held] of value) {
        visit(key);
        visit(held);
      }
    }
    if (value instanceof Set) for (const held of value) visit(held);
  };
  return (found) => {
    const all: object[] = [];
    const queue: unknown[] = [globalThis, ...found];
    for (
      let value = queue.pop();
      queue.length > 0 || value;
      value = queue.pop()
    ) {
      const isObject =
        (typeof value === "object" && value !== null) ||
        typeof value === "function";
      if (!isObject || old.has(value) || host.isOfEngine(value as object))
        continue;
      old.add(value as object);
      all.push(value as object);
      if (host.isProxy(value)) continue;
      visitNeighbours(value as object, (neighbour) => queue.push(neighbour));
    }
    return all;
  };
}
