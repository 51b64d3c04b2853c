import { randomUUID } from "node:crypto";

/** What log lines and errors of one request have in common: 16 hexadecimal digits. */
export function newRequestId(): string {
  // Node draws the randomness of many of these at once.
  return randomUUID().replaceAll("-", "").slice(16);
}
