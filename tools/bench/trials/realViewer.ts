import type { Mode, Options } from "../load/load.ts";
import { loadMembers, membersOf, onMembers } from "./membersVote.ts";
import type { Trial } from "./trial.ts";

const MANY = 10_000;

/** What members on the page of a beat cost. */
export const realViewer: Trial = {
  name: "realViewer",
  floor: "hand-written: a signed token and one frame for all",
  maxPairs: 3,
  needsMembers: true,
  lines: [
    {
      title: "Memory of a member on the page of a beat, 10,000 members",
      figure: "kilobytesPerViewer",
      unit: "KB",
      aim: { of: "product", atMost: 20 },
    },
    {
      title:
        "A restart with 1,000 members: the server's processor time until all are live",
      figure: "cpuMsOf1000",
      unit: "ms",
    },
    {
      title:
        "A restart with 10,000 members: the server's processor time until all are live",
      figure: "cpuMsOf10000",
      unit: "ms",
      aim: { of: "product", atMost: 3_000 },
    },
    {
      title:
        "One vote at a time, until the last of 10,000 members has it (p50)",
      figure: "lastViewerP50Ms",
      unit: "ms",
      aim: { of: "ratio", atMost: 1.2 },
    },
  ],
  async measure(system, setting) {
    const run = (mode: Mode, options: Options) =>
      onMembers(system, setting, (server, watching) =>
        loadMembers(mode, server, membersOf(setting), watching, options),
      );
    const memory = await run("memory", { viewers: MANY });
    const few = await run("storm", { viewers: 1_000, "at-once": 1_000 });
    const many = await run("storm", { viewers: MANY, "at-once": MANY });
    const votes = await run("inTurn", {
      viewers: MANY,
      voters: 60,
      voting: 1,
      "warm-up": 10,
    });
    return {
      ...memory,
      cpuMsOf1000: 1_000 * (few["serverCpuPerViewerMs"] ?? NaN),
      cpuMsOf10000: MANY * (many["serverCpuPerViewerMs"] ?? NaN),
      lastViewerP50Ms: votes["lastViewerP50Ms"] ?? NaN,
    };
  },
};
