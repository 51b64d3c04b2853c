/**
 * The `json` format of Convex's HTTP API and exports: values as plain JSON that
 * any tool can read. An int64 becomes a decimal string, bytes become a base64
 * string, and Infinity, -Infinity and NaN become strings.
 *
 * This loses the type, so it cannot be reversed. Arguments in this format can
 * only be null, booleans, numbers, strings, arrays and objects.
 */
import { jsonToConvex } from "convex/values";
import type { ConvexJson } from "./convexJson.ts";

/**
 * Converts the Convex-JSON text of a value. Takes one search through the text
 * if it has no special values.
 */
export function toPlainJson(valueJson: string): string {
  // Only special values have keys that start with "$".
  if (!valueJson.includes('"$')) return valueJson;
  return JSON.stringify(
    JSON.parse(valueJson, (_, json: ConvexJson) =>
      isSpecial(json) ? plainSpecial(json) : json,
    ),
  );
}

/**
 * Returns the first key in plain JSON that starts with "$", or null.
 * Convex-JSON would read such a key as an int64, bytes or a special number,
 * which this format does not have.
 */
export function findSpecialKey(json: ConvexJson): string | null {
  // An explicit stack, because input may be nested deeper than the call stack
  // allows.
  const open: ConvexJson[] = [json];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    if (Array.isArray(next)) {
      for (const item of next) open.push(item);
      continue;
    }
    for (const [key, member] of Object.entries(next)) {
      if (key.startsWith("$")) return key;
      if (member !== undefined) open.push(member);
    }
  }
  return null;
}

function isSpecial(json: ConvexJson): json is { [key: string]: ConvexJson } {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    return false;
  return Object.keys(json).some((key) => key.startsWith("$"));
}

function plainSpecial(json: ConvexJson): ConvexJson {
  const value = jsonToConvex(json);
  if (value instanceof ArrayBuffer)
    return Buffer.from(value).toString("base64");
  if (typeof value === "bigint") return value.toString();
  // Negative zero is the only special number that JSON can represent.
  return typeof value === "number" && value !== 0 ? String(value) : 0;
}
