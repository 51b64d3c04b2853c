import type { Trial } from "./trial.ts";
import { underLoad } from "./underLoad.ts";

export const votesPerSecond: Trial = {
  name: "votesPerSecond",
  floor:
    "hand-written ws + better-sqlite3, group commit, newest state as one shared frame",
  lines: [
    {
      title:
        "Durable votes per second of a stand-in, 32 voters in front of 1,000 viewers",
      figure: "votesPerSecond",
      unit: "votes/s",
      aim: { of: "ratio", atLeast: 0.6 },
    },
    {
      title: "Such a vote, until the last viewer has it or a newer one (p99)",
      figure: "lastViewerP99Ms",
      unit: "ms",
      aim: { of: "product", atMost: 30 },
    },
  ],
  measure: (system, setting) =>
    underLoad([system, "commit"], setting, "allAtOnce", {
      viewers: 1_000,
      voters: 32,
      seconds: 6,
    }),
};
