import type { ConvexJson, ConvexJsonObject } from "./convexJson.ts";

/**
 * Returns the field at a path such as `["profile", "name"]`, or undefined if it
 * is missing.
 */
export function fieldAt(
  document: ConvexJsonObject,
  path: readonly string[],
): ConvexJson | undefined {
  let value: ConvexJson | undefined = document;
  for (const name of path) {
    if (!isPlainObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/**
 * Returns false for arrays and for the encodings of int64, bytes and special
 * floats, which start with `$`.
 */
export function isPlainObject(
  value: ConvexJson | undefined,
): value is ConvexJsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return false;
  }
  for (const name in value) return name.charCodeAt(0) !== 0x24;
  return true;
}
