import type { Trial } from "./trial.ts";
import { underLoad } from "./underLoad.ts";

export const connectStorm: Trial = {
  name: "connectStorm",
  floor: "raw ws connections with the same messages",
  lines: [
    {
      title: "10,000 viewers connect, subscribe and have their first result",
      figure: "allLiveMs",
      unit: "ms",
      aim: { of: "ratio", atMost: 2 },
    },
  ],
  measure: (system, setting) =>
    underLoad([system, "broadcast"], setting, "storm", { viewers: 10_000 }),
};
