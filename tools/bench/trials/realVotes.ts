import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "../load/load.ts";
import { VIEWERS, VOTERS } from "../members/members.ts";
import type { Members, Setting, SystemName } from "../setting.ts";
import { startFloor, startProductOn } from "../systems.ts";
import type { Figures, Trial } from "./trial.ts";

/** What the page of a beat watches. */
const queriesOfPage = (beatId: string) => [
  add("viewer:get", {}),
  add("leaving:notices", {}),
  add("account:supportEmail", {}),
  add("beats:get", { beatId }),
  add("verses:listByBeat", { beatId }),
  add("waveforms:get", { contentType: "beat", contentId: beatId }),
  myVote(beatId),
];

const myVote = (beatId: string) =>
  add("votes:mine", { contentType: "beat", contentIds: [beatId] });

const add = (udfPath: string, args: object) => ({
  type: "Add",
  udfPath,
  args: [args],
});

const querySet = (queries: readonly object[]) =>
  JSON.stringify({
    type: "ModifyQuerySet",
    baseVersion: 0,
    newVersion: 1,
    modifications: queries.map((query, queryId) => ({ ...query, queryId })),
  });

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
    {
      title: "Server's processor time for such a vote",
      figure: "serverCpuPerVoteMs",
      unit: "ms",
      aim: { of: "ratio", atMost: 3 },
    },
    {
      title: "Such a vote, until the last viewer has it or a newer one (p50)",
      figure: "lastViewerP50Ms",
      unit: "ms",
      aim: { of: "ratio", atMost: 2 },
    },
    {
      title: "Such a vote, until the last viewer has it or a newer one (p99)",
      figure: "lastViewerP99Ms",
      unit: "ms",
      aim: { of: "ratio", atMost: 2 },
    },
  ],
  async measure(system, setting) {
    const { members } = setting;
    if (members === null) throw new Error("There are no members.");
    const dir = await mkdtemp(join(tmpdir(), `gully-bench-${system}-`));
    const server = await start(system, members, { dir, setting });
    const figures = await vote(server, system, members);
    await server.stop();
    await rm(dir, { recursive: true, force: true });
    return figures;
  },
};

async function start(
  system: SystemName,
  { dataDir, messageBytes, jwks }: Members,
  { dir, setting }: { dir: string; setting: Setting },
) {
  if (system === "floor") return startFloor("members", messageBytes, dir, jwks);
  await cp(dataDir, dir, { recursive: true });
  return startProductOn(dir, setting);
}

const vote = (
  { target, pid }: Awaited<ReturnType<typeof start>>,
  system: SystemName,
  { beatId, tokensFile }: Members,
): Promise<Figures> =>
  load(
    "inTurn",
    { target: { ...target, beatId, dialect: "members" }, pid },
    {
      viewers: VIEWERS,
      voters: VOTERS,
      voting: 32,
      "warm-up": VOTERS / 4,
      tokens: tokensFile,
      // The floor shows the beat and nothing else.
      page: querySet(
        system === "floor"
          ? [add("beats:get", { beatId })]
          : queriesOfPage(beatId),
      ),
      "voter-queries": querySet(system === "floor" ? [] : [myVote(beatId)]),
    },
  );
