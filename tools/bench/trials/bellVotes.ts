import { startProductOn } from "../systems.ts";
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

/** Compares the product with itself: what bells and follows cost a vote. */
export const bellVotes: Trial = {
  name: "bellVotes",
  floor: "the same app, in which nobody follows anybody and no page has a bell",
  needsMembers: true,
  lines: [
    {
      title:
        "`votes.set` by 32 members at a time, in front of 1,000 members with a bell of 20 rows, who follow the producer with 9,000 others",
      figure: "votesPerSecond",
      unit: "votes/s",
      aim: { of: "ratio", atLeast: 0.97 },
    },
    { ...CPU_OF_VOTE, aim: { of: "ratio", atMost: 1.05 } },
    { ...LAST_VIEWER_P99, aim: { of: "ratio", atMost: 1.1 } },
  ],
  measure(system, setting) {
    const members = membersOf(setting);
    const { dataDir, circleDir, beatId } = members;
    const hasBells = system === "product";
    const page = queriesOfPage(members);
    return onCopy(
      hasBells ? circleDir : dataDir,
      (dir) => startProductOn(dir, setting),
      (server) =>
        vote(server, members, {
          pages: [hasBells ? [...page, watched("bell:unread")] : page],
          own: [myVote(beatId)],
        }),
    );
  },
};
