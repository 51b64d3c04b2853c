import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options?: { type: "major"; flavor?: "last-resort" }) => void;

const MOST_TRIES = 1_000;

/** Collects the garbage of this thread. It is made once, because a context costs memory. */
export const collectGarbage = exposeCollector();

/**
 * All threads share V8's flags. This flag is off again at once, so only a realm
 * that another thread makes in that moment gets the collector too. Another thread
 * may turn the flag off too early; then this tries again.
 */
function exposeCollector(): Collect {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("globalThis.gc"); // the flag adds this function
    setFlagsFromString("--no-expose-gc");
    if (typeof collect === "function") return collect as Collect;
  }
  throw new Error("V8 has no garbage collector to call.");
}
