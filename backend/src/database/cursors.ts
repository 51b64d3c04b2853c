/**
 * Encodes positions in a query as opaque strings. A cursor is valid only for
 * the query that produced it.
 */
import { createHash } from "node:crypto";
import { DatabaseError } from "./contract.ts";
import type { QueryPlan } from "./queryPlan.ts";

export const END_CURSOR = "_end_cursor";

/**
 * Identifies the source of a query in 12 characters. Filters may change between
 * pages; the range may not.
 */
export function fingerprintOf({ identity }: QueryPlan): string {
  return createHash("sha256")
    .update(JSON.stringify(identity))
    .digest("base64url")
    .slice(0, 12);
}

/** Encodes the position just after `key`, in the order of the query. */
export function encodeCursor(fingerprint: string, key: string): string {
  return `${fingerprint}.${Buffer.from(key, "latin1").toString("base64url")}`;
}

/**
 * @throws DatabaseError with `InvalidCursor` if the cursor belongs to another
 * query or is malformed
 */
export function decodeCursor(fingerprint: string, cursor: string): string {
  const [found, key, ...others] = cursor.split(".");
  if (found !== fingerprint || key === undefined || others.length > 0) {
    throw new DatabaseError(
      "InvalidCursor: Tried to run a query starting from a cursor, but it looks like this query has changed. The cursor belongs to another query: start again from `cursor: null`.",
    );
  }
  return Buffer.from(key, "base64url").toString("latin1");
}
