import { setImmediate } from "node:timers";

/**
 * Resolves in a later callback of the event loop, after those that already
 * wait.
 */
export function immediate(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
