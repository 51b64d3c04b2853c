import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options?: { type: "major"; flavor?: "last-resort" }) => void;

const MOST_TRIES = 1_000;

/**
 * Functions do not get it: the flag is off again before a context is made for them. The
 * flag is one for all threads, so another one may turn it off too early.
 */
export function exposeCollector(): Collect {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("globalThis.gc"); // what the flag adds
    setFlagsFromString("--no-expose-gc");
    if (typeof collect === "function") return collect as Collect;
  }
  throw new Error("V8 has no garbage collector to call.");
}
