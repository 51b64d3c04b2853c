/** Resolves `db.vars.commitTs` placeholders when a transaction is applied. */
import type { ConvexJson, ConvexJsonObject } from "./convexJson.ts";
import { isPlainObject } from "./fieldPath.ts";

/** Encodes an int64 as Convex-JSON. Values outside 64 bits wrap around. */
export function bigintToJson(value: bigint): ConvexJsonObject {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt.asIntN(64, value));
  return { $integer: bytes.toString("base64") };
}

/**
 * Returns a copy of `document` with every placeholder replaced by `commitTs`.
 */
export function resolveCommitTs(
  document: ConvexJsonObject,
  commitTs: ConvexJsonObject,
): ConvexJsonObject {
  const resolved: ConvexJsonObject = {};
  for (const [name, value] of Object.entries(document)) {
    resolved[name] = resolve(value, commitTs);
  }
  return resolved;
}

function resolve(value: ConvexJson, commitTs: ConvexJsonObject): ConvexJson {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => resolve(item, commitTs));
  if (isPlainObject(value)) return resolveCommitTs(value, commitTs);
  return "$commitTs" in value ? commitTs : value;
}
