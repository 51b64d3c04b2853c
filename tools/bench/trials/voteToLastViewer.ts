import type { Trial } from "./trial.ts";
import { underLoad } from "./underLoad.ts";

const FLOOR = "raw ws broadcast of the same bytes, nothing stored";

export const voteToLastViewer: Trial = {
  name: "voteToLastViewer",
  floor: FLOOR,
  lines: [
    {
      title: "One vote at a time, until the last of 1,000 viewers has it (p50)",
      figure: "lastViewerP50Ms",
      unit: "ms",
      aim: { of: "ratio", atMost: 1.3 },
    },
    {
      title: "Server's processor time for such a vote",
      figure: "serverCpuPerVoteMs",
      unit: "ms",
      aim: { of: "ratio", atMost: 1.25 },
    },
  ],
  measure: (system, setting) =>
    underLoad([system, "broadcast"], setting, "oneByOne", {
      viewers: 1_000,
      rounds: 200,
      "gap-ms": 15,
    }),
};

export const voteToLastOfManyViewers: Trial = {
  name: "voteToLastOfManyViewers",
  floor: FLOOR,
  maxPairs: 3,
  lines: [
    {
      title:
        "One vote at a time, until the last of 10,000 viewers has it (p50)",
      figure: "lastViewerP50Ms",
      unit: "ms",
      aim: { of: "ratio", atMost: 1.3 },
    },
  ],
  measure: (system, setting) =>
    underLoad([system, "broadcast"], setting, "oneByOne", {
      viewers: 10_000,
      rounds: 50,
      "gap-ms": 15,
    }),
};
