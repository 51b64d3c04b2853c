import type { Doc, Id } from "../../_generated/dataModel";
import { MOST_IN_LINE, type OwnCypher } from "../../shared/cyphers";
import { isAllowed } from "../../shared/permissions";
import { findSuspension } from "../accounts/standing";
import type { ReadCtx, WriteCtx } from "../contexts";
import { findProfile } from "../profiles/profiles";
import {
  hasMissed,
  hasOther,
  isKeptOut,
  reasonAgainst,
  type Taker,
} from "./fit";
import { findRoom, isHere } from "./leases";
import { changePerson, keepPerson } from "./people";

type Person = Doc<"cypherPeople">;
type Cypher = Doc<"cyphers">;

/**
 * A person is in at most this many lines. All of them are settled whenever the person
 * loses a mic, and all are left with a block or a suspension.
 */
const MOST_LINES = 10;

/**
 * Returns who is in line, in order: whoever has rapped least in this cypher, then
 * whoever has been in line for longest.
 */
export async function lineOf(
  ctx: ReadCtx,
  cypherId: Cypher["_id"],
): Promise<Person[]> {
  const people = await ctx.db
    .query("cypherPeople")
    .withIndex("by_cypherId_and_inLineAt", (q) =>
      q.eq("cypherId", cypherId).gt("inLineAt", 0),
    )
    .take(MOST_IN_LINE);
  // The index has them by time already, and the sort is stable.
  return people.toSorted((one, other) => one.turns - other.turns);
}

/**
 * Returns who gets the free mic: the first in line who is in the room and may have
 * it. The others keep their place.
 */
export async function findNext(
  ctx: ReadCtx,
  cypher: Cypher,
): Promise<Person["userId"] | null> {
  const beat = await ctx.db.get("beats", cypher.beatId);
  if (!beat) return null;
  for (const person of await lineOf(ctx, cypher._id)) {
    const { userId } = person;
    if (!(await isHere(ctx, cypher._id, userId))) continue;
    if (await isKeptOut(ctx, userId, cypher, beat)) continue;
    if ((await reasonAgainst(ctx, person, cypher, beat)) !== null) continue;
    if (await mayTake(ctx, userId)) return userId;
  }
  return null;
}

async function mayTake(ctx: ReadCtx, userId: Id<"users">): Promise<boolean> {
  const profile = await findProfile(ctx, userId);
  if (!profile) return false;
  const isSuspended = (await findSuspension(ctx, userId)) !== null;
  return isAllowed({ userId, role: profile.role, isSuspended }, "mic:take");
}

/**
 * Puts a person in line, unless they are in many. In a full one of an open cypher, the
 * last who is not in the room gives way to whoever is. Returns whether there was a place.
 */
export async function enterLine(
  ctx: WriteCtx,
  { _id: cypherId, status }: Cypher,
  userId: Id<"users">,
): Promise<boolean> {
  if ((await placesOf(ctx, userId)).length >= MOST_LINES) return false;
  const line = await lineOf(ctx, cypherId);
  if (line.length >= MOST_IN_LINE) {
    if (status !== "open" || !(await isHere(ctx, cypherId, userId)))
      return false;
    const last = await findLastAway(ctx, line);
    if (!last) return false;
    await leaveLine(ctx, last);
  }
  await changePerson(ctx, cypherId, userId, () => ({ inLineAt: Date.now() }));
  return true;
}

async function findLastAway(
  ctx: ReadCtx,
  line: readonly Person[],
): Promise<Person | null> {
  for (const person of line.toReversed())
    if (!(await isHere(ctx, person.cypherId, person.userId))) return person;
  return null;
}

export const leaveLine = (ctx: WriteCtx, person: Person): Promise<void> =>
  keepPerson(ctx, person, { inLineAt: undefined });

/** Returns the places that a person has in lines. */
export const placesOf = (
  ctx: ReadCtx,
  userId: Id<"users">,
): Promise<Person[]> =>
  ctx.db
    .query("cypherPeople")
    .withIndex("by_userId_and_inLineAt", (q) =>
      q.eq("userId", userId).gt("inLineAt", 0),
    )
    .take(MOST_LINES);

/**
 * Returns why a person may not get in line; with MIC_OTHER they may, but are passed
 * over.
 */
export async function reasonInLine(
  ctx: ReadCtx,
  taker: Taker,
  cypher: Cypher,
): Promise<OwnCypher["reason"]> {
  const { userId, inLineAt } = taker;
  if (hasMissed(taker)) return "MIC_MISSED";
  if (inLineAt === undefined && (await isFull(ctx, cypher))) return "LINE_FULL";
  return (await hasOther(ctx, userId, cypher._id)) ? "MIC_OTHER" : null;
}

/** Whether a line has no place, and nobody in it who could give way. */
async function isFull(ctx: ReadCtx, cypher: Cypher): Promise<boolean> {
  const line = await lineOf(ctx, cypher._id);
  return line.length >= MOST_IN_LINE && !(await hasAway(ctx, cypher));
}

/** Whether the last count says that somebody in line could give way. */
async function hasAway(
  ctx: ReadCtx,
  { _id, status, micUserId }: Cypher,
): Promise<boolean> {
  const room = status === "open" ? await findRoom(ctx, _id) : null;
  return room?.awayIds.some((userId) => userId !== micUserId) ?? false;
}
