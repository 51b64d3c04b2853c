/**
 * Makes the other rows in the bell of one person: the first listens, a cypher on their beat, and
 * the votes, of which the app itself would tell only after an hour.
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

/**
 * The person whose bell is filled. They rap and make beats, so they can get nearly all kinds of
 * rows.
 */
export const RUNG = withRole("producer_rapper");
/** Starts the cypher. Somebody else started the cypher that has a chain. */
const STARTER = withRole("rapper");
/** The app first tells an author of listens when three people have heard the same item. */
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

/** Runs the job that tells of votes, if that job is due within an hour. */
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
