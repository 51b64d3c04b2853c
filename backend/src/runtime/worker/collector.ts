import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options?: { type: "major"; flavor?: "last-resort" }) => void;

const MOST_TRIES = 1_000;

/** Collects the garbage of this thread. It is made once, because a context costs memory. */
export const collectGarbage = exposeCollector();

/**
 * The flag is one for all threads. It is off again at once, so a realm that another
 * thread makes in that moment is the only one to get the collector; another thread may
 * also turn it off too early, hence the tries.
 */
function exposeCollector(): Collect {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("globalThis.gc"); // what the flag adds
    setFlagsFromString("--no-expose-gc");
    if (typeof collect === "function") return collect as Collect;
  }
  throw new Error("V8 has no garbage collector to call.");
}
