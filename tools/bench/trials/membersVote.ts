/** Runs the load with members of the app, who watch a page and vote by `votes.set`. */
import { cp, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load, type Mode, type Options } from "../load/load.ts";
import { VIEWERS, VOTERS } from "../members/members.ts";
import type {
  Members,
  RunningServer,
  Setting,
  SystemName,
} from "../setting.ts";
import { startFloor, startProductOn } from "../systems.ts";
import type { Figures, Line } from "./trial.ts";

export const CPU_OF_VOTE: Line = {
  title: "Server's processor time for such a vote",
  figure: "serverCpuPerVoteMs",
  unit: "ms",
};

export const LAST_VIEWER_P99: Line = {
  title: "Such a vote, until the last viewer has it or a newer one (p99)",
  figure: "lastViewerP99Ms",
  unit: "ms",
};

interface Watched {
  readonly udfPath: string;
  readonly args: object;
}

type Page = readonly Watched[];

export const watched = (udfPath: string, args: object = {}): Watched => ({
  udfPath,
  args,
});

/** What the page of a beat watches. */
export const queriesOfPage = ({ beatId }: Members): Watched[] => [
  watched("viewer:get"),
  watched("leaving:notices"),
  watched("account:supportEmail"),
  watched("beats:get", { beatId }),
  watched("verses:listByBeat", { beatId }),
  watched("waveforms:get", { contentType: "beat", contentId: beatId }),
  myVote(beatId),
];

export const myVote = (beatId: string) =>
  watched("votes:mine", { contentType: "beat", contentIds: [beatId] });

/** How many different histories the clients have. Each has other first query ids and versions. */
const PASTS = 50;

/** Returns the query sets of `PASTS` clients, one per line. They use the pages in turn. */
const querySets = (pages: readonly Page[]) =>
  Array.from({ length: PASTS }, (_, past) =>
    querySet(pages[past % pages.length] ?? [], past),
  ).join("\n");

const querySet = (queries: Page, past: number) =>
  JSON.stringify({
    type: "ModifyQuerySet",
    baseVersion: 0,
    newVersion: past + 1,
    modifications: queries.map(({ udfPath, args }, place) => ({
      ...{ type: "Add", queryId: past + place, udfPath, args: [args] },
    })),
  });

export function membersOf({ members }: Setting): Members {
  if (members === null) throw new Error("There are no members.");
  return members;
}

const temporaryFolder = (name: string) =>
  mkdtempDisposable(join(tmpdir(), `gully-bench-${name}-`));

/**
 * Starts a server on a temporary directory, which is a copy of `dataDir`, or empty if that is null.
 * After `use` has measured, stops the server and deletes the directory.
 */
export async function onCopy(
  dataDir: string | null,
  start: (dir: string) => Promise<RunningServer>,
  use: (server: RunningServer, dir: string) => Promise<Figures>,
): Promise<Figures> {
  await using tmp = await temporaryFolder("votes");
  if (dataDir !== null) await cp(dataDir, tmp.path, { recursive: true });
  const server = await start(tmp.path);
  try {
    return await use(server, tmp.path);
  } finally {
    await server.stop();
  }
}

/** What /home watches. */
export const queriesOfHome = ({ beatId }: Members, filter = {}): Watched[] => [
  watched("viewer:get"),
  watched("leaving:notices"),
  watched("account:supportEmail"),
  watched("cyphers:newest"),
  watched("bell:unread"),
  watched("beats:list", {
    ...{ sort: "popular", genre: null, state: null, page: 1 },
    ...filter,
  }),
  myVote(beatId),
];

/** The queries of several pages, all of which show the votes of the beat. */
export const manyPages = (members: Members): Page[] => [
  queriesOfPage(members),
  queriesOfHome(members),
  queriesOfHome(members, { sort: "recent" }),
  queriesOfHome(members, { genre: "Trap", state: "Delhi" }),
  [
    watched("viewer:get"),
    watched("leaving:notices"),
    watched("account:supportEmail"),
    watched("profiles:get", { userId: members.producerId }),
    watched("beats:listByProducer", { userId: members.producerId, page: 1 }),
    myVote(members.beatId),
  ],
];

interface Watching {
  /** Each viewer watches one of these pages; they are dealt out in order. */
  readonly pages: readonly Page[];
  /** What each voter watches. */
  readonly own: Page;
}

/** 32 members vote at a time. */
export const vote = (
  server: RunningServer,
  members: Members,
  watching: Watching,
): Promise<Figures> =>
  loadMembers("inTurn", server, members, watching, {
    viewers: VIEWERS,
    voters: VOTERS,
    voting: 32,
    "warm-up": VOTERS / 4,
  });

/** Runs the load with members instead of strangers. */
export async function loadMembers(
  mode: Mode,
  { target, pid }: RunningServer,
  { beatId, tokensFile }: Members,
  { pages, own }: Watching,
  options: Options,
): Promise<Figures> {
  await using tmp = await temporaryFolder("queries");
  const dir = tmp.path;
  const files = { viewer: join(dir, "viewers"), voter: join(dir, "voters") };
  await writeFile(files.viewer, querySets(pages));
  await writeFile(files.voter, querySets([own]));
  return await load(
    mode,
    { target: { ...target, beatId, dialect: "members" }, pid },
    {
      ...options,
      tokens: tokensFile,
      "viewer-queries": files.viewer,
      "voter-queries": files.voter,
    },
  );
}

/** Starts the app, or the floor that shows the beat and nothing else. */
export const onMembers = (
  system: SystemName,
  setting: Setting,
  use: (server: RunningServer, watching: Watching) => Promise<Figures>,
  pages = (members: Members): readonly Page[] => [queriesOfPage(members)],
): Promise<Figures> => {
  const members = membersOf(setting);
  const { dataDir, messageBytes, jwks, beatId } = members;
  if (system === "product")
    return onCopy(
      dataDir,
      (dir) => startProductOn(dir, setting),
      (server) => use(server, { pages: pages(members), own: [myVote(beatId)] }),
    );
  return onCopy(
    null,
    (dir) => startFloor("members", messageBytes, dir, jwks),
    (server) =>
      use(server, { pages: [[watched("beats:get", { beatId })]], own: [] }),
  );
};
