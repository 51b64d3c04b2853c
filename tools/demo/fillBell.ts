/**
 * Makes what else rings the bell of one person: the first listens, a cypher on their beat, and the
 * votes, of which the app would tell in an hour.
 */
import { makeFunctionReference } from "convex/server";
import { callAsAdmin } from "./callAsAdmin.ts";
import { ARTISTS, type Character, LISTENERS } from "./cast.ts";
import type { Member } from "./member.ts";
import { openCypher } from "./publishFunctions.ts";

const withRole = (role: Character["role"]): Character => {
  const person = ARTISTS.find((one) => one.role === role);
  if (person === undefined) throw new Error(`Nobody is a ${role}.`);
  return person;
};

/** Raps and makes beats, so nearly all kinds of rows can be theirs. */
export const RUNG = withRole("producer_rapper");
/** Starts the cypher; the one with the chain was started by somebody else. */
const STARTER = withRole("rapper");
/** An author is first told when three people have heard something. */
const EARS = LISTENERS.slice(0, 3);
const HEARD = 3;
const BARS = 16;

const record = makeFunctionReference<"mutation", { contentId: string }>(
  "ears:record",
);

interface Plan {
  readonly url: string;
  readonly adminKey: string;
  readonly members: ReadonlyMap<string, Member>;
}

/** The fields of beats and verses that matter here. */
interface Row {
  readonly _id: string;
  readonly producerId?: string;
  readonly rapperId?: string;
  readonly verseCount?: number;
  readonly tellsVotesAt?: number;
}

export async function fillBell(plan: Plan): Promise<void> {
  const memberOf = ({ username }: Character) => {
    const member = plan.members.get(username);
    if (member === undefined) throw new Error(`${username} is missing.`);
    return member;
  };
  const userId = await memberOf(RUNG).userId();
  const beats = (await rowsOf(plan, "beats")).filter(
    ({ producerId }) => producerId === userId,
  );
  const verses = (await rowsOf(plan, "verses")).filter(
    ({ rapperId }) => rapperId === userId,
  );
  for (const ear of EARS)
    for (const { _id: contentId } of beats.slice(0, HEARD))
      await memberOf(ear).client.mutation(record, { contentId });
  const empty = beats.find(({ verseCount }) => verseCount === 0);
  if (empty)
    await memberOf(STARTER).client.mutation(openCypher, {
      ...{ beatId: empty._id, bars: BARS },
    });
  for (const beat of beats) await tellVotes(plan, "beat", beat);
  for (const verse of verses) await tellVotes(plan, "verse", verse);
}

async function rowsOf(
  plan: Plan,
  table: "beats" | "verses",
): Promise<readonly Row[]> {
  const paginationOpts = { cursor: null, numItems: 1_000 };
  const answer = await callAsAdmin(plan, "query", {
    path: "_system/cli/tableData:default",
    args: { table, order: "asc", paginationOpts },
  });
  return (answer as { page: Row[] }).page; // rows of the schema
}

/** Runs the job that is due in an hour, if there is one. */
async function tellVotes(
  plan: Plan,
  contentType: "beat" | "verse",
  { _id: contentId, tellsVotesAt: tellsAt }: Row,
): Promise<void> {
  if (tellsAt === undefined) return;
  await callAsAdmin(plan, "mutation", {
    path: "bell:tellVotes",
    args: { contentType, contentId, tellsAt },
  });
}
