import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options?: { type: "major"; flavor?: "last-resort" }) => void;

/** Functions do not get it: the flag is off again before a context is made for them. */
export function exposeCollector(): Collect {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect; // what the flag adds
  setFlagsFromString("--no-expose-gc");
  return collect;
}
