import { randomUUID } from "node:crypto";

/**
 * Returns 16 hexadecimal digits that tie together the log lines and errors of
 * one request.
 */
export function newRequestId(): string {
  // randomUUID() caches entropy, so this is cheaper than randomBytes(8).
  return randomUUID().replaceAll("-", "").slice(16);
}
