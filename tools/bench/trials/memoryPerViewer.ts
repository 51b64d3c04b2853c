import type { Trial } from "./trial.ts";
import { underLoad } from "./underLoad.ts";

export const memoryPerViewer: Trial = {
  name: "memoryPerViewer",
  floor: "raw ws connections with the same messages",
  maxPairs: 3,
  lines: [
    {
      title: "Memory per viewer with one live query, 10,000 viewers",
      figure: "kilobytesPerViewer",
      unit: "KB",
      aim: { of: "ratio", atMost: 1.3 },
    },
  ],
  measure: (system, setting) =>
    underLoad([system, "broadcast"], setting, "memory", { viewers: 10_000 }),
};
