import type { AdminHttpClient } from "../scale/seededServer.ts";
import { setTimeout as pause } from "node:timers/promises";
import { adminOf, publishOne, spreadNews, hasNews } from "../members/circle.ts";
import { median } from "../median.ts";
import type { Members } from "../setting.ts";
import { startProductOn } from "../systems.ts";
import {
  membersOf,
  myVote,
  onCopy,
  queriesOfPage,
  vote,
  watched,
} from "./membersVote.ts";
import type { Trial } from "./trial.ts";

const LOOK_EVERY_MS = 50;

/** Has somebody with 10,000 followers publish again and again while others vote. */
export const spread: Trial = {
  name: "spread",
  floor: "the same votes, while nobody publishes",
  needsMembers: true,
  lines: [
    {
      title:
        "From a publication until the last of 10,000 followers has it, during votes (median of a run)",
      figure: "spreadSeconds",
      unit: "s",
      aim: { of: "product", atMost: 60 },
    },
    {
      title:
        "A vote meanwhile, until the last viewer has it or a newer one (p99)",
      figure: "lastViewerP99Ms",
      unit: "ms",
      aim: { of: "ratio", atMost: 1.5 },
    },
    {
      title: "Votes a second meanwhile",
      figure: "votesPerSecond",
      unit: "votes/s",
    },
  ],
  measure(system, setting) {
    const members = membersOf(setting);
    const watching = {
      pages: [[...queriesOfPage(members), watched("bell:unread")]],
      own: [myVote(members.beatId)],
    };
    return onCopy(
      members.circleDir,
      (dir) => startProductOn(dir, setting),
      async (server, dir) => {
        const voting = vote(server, members, watching);
        if (system === "floor") return voting;
        const url = `http://127.0.0.1:${server.target.port}`;
        const publishing = publishUntil(
          voting,
          await adminOf(url, dir),
          members,
        );
        const figures = await voting;
        return { ...figures, spreadSeconds: median(await publishing) };
      },
    );
  },
};

/** Returns how many seconds each publication took to reach the last follower. */
async function publishUntil(
  ended: Promise<unknown>,
  client: AdminHttpClient,
  { producerId }: Members,
): Promise<number[]> {
  let isOver = false;
  void ended.finally(() => (isOver = true));
  const seconds: number[] = [];
  while (!isOver) {
    const startedAtMs = performance.now();
    const at = await publishOne(client, producerId);
    await client.mutation(spreadNews, { userId: producerId });
    while (!(await client.query(hasNews, { userId: producerId, at })))
      await pause(LOOK_EVERY_MS);
    seconds.push((performance.now() - startedAtMs) / 1000);
  }
  return seconds;
}
