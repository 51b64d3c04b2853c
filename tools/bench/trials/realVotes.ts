import { startFloor, startProductOn } from "../systems.ts";
import {
  CPU_OF_VOTE,
  LAST_VIEWER_P99,
  membersOf,
  myVote,
  onCopy,
  queriesOfPage,
  vote,
  watched,
} from "./membersVote.ts";
import type { Trial } from "./trial.ts";

export const realVotes: Trial = {
  name: "realVotes",
  floor:
    "hand-written: a signed token, attempts counted in memory, one vote a person, an indexed order, group commit, one frame for all",
  needsMembers: true,
  lines: [
    {
      title:
        "`votes.set` of the app by 32 members at a time, in front of 1,000 members on the page of the beat",
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
  ],
  measure(system, setting) {
    const members = membersOf(setting);
    const { dataDir, messageBytes, jwks, beatId } = members;
    if (system === "product")
      return onCopy(
        dataDir,
        (dir) => startProductOn(dir, setting),
        (server) =>
          vote(server, members, {
            page: queriesOfPage(members),
            own: [myVote(beatId)],
          }),
      );
    // The floor shows the beat and nothing else.
    return onCopy(
      null,
      (dir) => startFloor("members", messageBytes, dir, jwks),
      (server) =>
        vote(server, members, {
          page: [watched("beats:get", { beatId })],
          own: [],
        }),
    );
  },
};
