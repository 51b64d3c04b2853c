import { setImmediate } from "node:timers";

/** Resolves in a later callback of the event loop, so that what waits goes first. */
export function immediate(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
