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
 * A person is in at most this many lines, because all of them are read when the
 * person loses a mic, is blocked or is suspended.
 */
const MOST_LINES = 10;

/**
 * Returns who is in line, in order: those who have rapped least in this cypher
 * first, and among equals those who have waited longest.
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
  // The index sorts people by time already, and the sort is stable.
  return people.toSorted((one, other) => one.turns - other.turns);
}

/**
 * Returns who gets the free mic: the first person in line who is in the room
 * and may have it. People who are skipped keep their place.
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
 * Puts a person in line, unless they are in too many lines. If the line of an
 * open cypher is full and this person is in the room, the last person who is
 * not in the room loses their place. Returns whether there was a place.
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
 * Returns why a person may not get in line; null if they may. MIC_OTHER does
 * not count: they may get in line, but are skipped while they have another mic.
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

/** Returns whether a line is full, and everybody in it is in the room. */
async function isFull(ctx: ReadCtx, cypher: Cypher): Promise<boolean> {
  const line = await lineOf(ctx, cypher._id);
  return line.length >= MOST_IN_LINE && !(await hasAway(ctx, cypher));
}

/** Returns whether, at the last count, somebody in line was not in the room. */
async function hasAway(
  ctx: ReadCtx,
  { _id, status, micUserId }: Cypher,
): Promise<boolean> {
  const room = status === "open" ? await findRoom(ctx, _id) : null;
  return room?.awayIds.some((userId) => userId !== micUserId) ?? false;
}
