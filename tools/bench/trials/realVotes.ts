import {
  CPU_OF_VOTE,
  LAST_VIEWER_P99,
  manyPages,
  membersOf,
  onMembers,
  queriesOfHome,
  vote,
} from "./membersVote.ts";
import type { Line, Trial } from "./trial.ts";

const FLOOR =
  "hand-written: a signed token, attempts counted in memory, one vote a person, an indexed order, group commit, one frame for all";

const linesFor = (page: string): readonly [Line, ...Line[]] => [
  {
    title: `\`votes.set\` of the app by 32 members at a time, in front of 1,000 members of three roles on ${page}`,
    figure: "votesPerSecond",
    unit: "votes/s",
    aim: { of: "ratio", atLeast: 0.5 },
  },
  { ...CPU_OF_VOTE, aim: { of: "ratio", atMost: 3 } },
  {
    title: "Such a vote, until the last viewer has it or a newer one (p50)",
    figure: "lastViewerP50Ms",
    unit: "ms",
    aim: { of: "ratio", atMost: 2 },
  },
  { ...LAST_VIEWER_P99, aim: { of: "ratio", atMost: 2 } },
  { ...LAST_VIEWER_P99, aim: { of: "product", atMost: 45 } },
];

const votesOn = (
  name: string,
  page: string,
  pages: typeof manyPages,
): Trial => ({
  name,
  floor: FLOOR,
  needsMembers: true,
  lines: linesFor(page),
  measure: (system, setting) =>
    onMembers(
      system,
      setting,
      (server, watching) => vote(server, membersOf(setting), watching),
      pages,
    ),
});

export const realVotes = votesOn(
  "realVotes",
  "five pages that show the votes",
  manyPages,
);

export const realHome = votesOn(
  "realHome",
  "/home, sorted by votes",
  (members) => [queriesOfHome(members)],
);
