import { load } from "../load/load.ts";
import { startServer } from "../systems.ts";
import type { Trial } from "./trial.ts";

const floor = "raw ws broadcast of the same bytes, nothing stored";

async function measure(
  system: Parameters<Trial["measure"]>[0],
  setting: Parameters<Trial["measure"]>[1],
  options: { viewers: number; rounds: number },
) {
  const server = await startServer(system, "broadcast", setting);
  const figures = await load("oneByOne", server, { ...options, "gap-ms": 15 });
  await server.stop();
  return figures;
}

export const voteToLastViewer: Trial = {
  name: "voteToLastViewer",
  floor,
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
    measure(system, setting, { viewers: 1_000, rounds: 200 }),
};

export const voteToLastOfManyViewers: Trial = {
  name: "voteToLastOfManyViewers",
  floor,
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
    measure(system, setting, { viewers: 10_000, rounds: 50 }),
};
