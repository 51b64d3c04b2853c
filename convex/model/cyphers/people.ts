import type { Doc, Id } from "../../_generated/dataModel";
import { MOST_VERSES, MOST_WAITING } from "../../shared/cyphers";
import type { ReadCtx, WriteCtx } from "../contexts";

type CypherId = Id<"cyphers">;
type Person = Doc<"cypherPeople">;

/** More people than can rap, wait or have the mic in one cypher. */
const MOST_PEOPLE = 1000;

export const findPerson = (
  ctx: ReadCtx,
  cypherId: CypherId,
  userId: Id<"users">,
): Promise<Person | null> =>
  ctx.db
    .query("cypherPeople")
    .withIndex("by_cypherId_and_userId", (q) =>
      q.eq("cypherId", cypherId).eq("userId", userId),
    )
    .unique();

type Change = Partial<
  Pick<Person, "turns" | "missed" | "isWaiting" | "isMailed" | "inLineAt">
>;

/** Changes the row of a person in a cypher, or adds one. */
export async function changePerson(
  ctx: WriteCtx,
  cypherId: CypherId,
  userId: Id<"users">,
  change: (person: Pick<Person, "turns" | "missed">) => Change,
): Promise<void> {
  const person = await findPerson(ctx, cypherId, userId);
  if (person) return ctx.db.patch("cypherPeople", person._id, change(person));
  const row = { turns: 0, missed: 0, isWaiting: false };
  const changed = { ...row, ...change(row) };
  await ctx.db.insert("cypherPeople", { cypherId, userId, ...changed });
}

/** Returns at most `most` of the people who wait to be told of the mic. */
export const listWaiting = (
  ctx: ReadCtx,
  cypherId: CypherId,
  most = MOST_WAITING,
): Promise<Person[]> =>
  ctx.db
    .query("cypherPeople")
    .withIndex("by_cypherId_and_isWaiting", (q) =>
      q.eq("cypherId", cypherId).eq("isWaiting", true),
    )
    .take(most);

const NOT_WAITING = { isWaiting: false, isMailed: undefined };

/** Ends a person's wait to be told. */
export const endWait = (ctx: WriteCtx, person: Person): Promise<void> =>
  keepPerson(ctx, person, NOT_WAITING);

/**
 * Changes the row of a person, or deletes it if they never had a turn and no
 * longer wait.
 */
export async function keepPerson(
  ctx: WriteCtx,
  person: Person,
  change: Change,
): Promise<void> {
  const { turns, missed, isWaiting, inLineAt } = { ...person, ...change };
  const isNobody = turns + missed === 0 && !isWaiting && !inLineAt;
  if (isNobody) await ctx.db.delete("cypherPeople", person._id);
  else await ctx.db.patch("cypherPeople", person._id, change);
}

/** Returns the people who rapped in a cypher. */
export async function listRappers(
  ctx: ReadCtx,
  cypherId: CypherId,
): Promise<Id<"users">[]> {
  const people = await listPeople(ctx, cypherId);
  return people
    .filter(({ turns }) => turns > 0)
    .slice(0, MOST_VERSES)
    .map(({ userId }) => userId);
}

/** Deletes the rows of everybody who did not rap, and ends all waits. */
export async function keepRappers(
  ctx: WriteCtx,
  cypherId: CypherId,
): Promise<void> {
  for (const person of await listPeople(ctx, cypherId)) {
    if (person.turns > 0)
      await keepPerson(ctx, person, { ...NOT_WAITING, inLineAt: undefined });
    else await ctx.db.delete("cypherPeople", person._id);
  }
}

export async function removePeople(
  ctx: WriteCtx,
  cypherId: CypherId,
): Promise<void> {
  for (const { _id } of await listPeople(ctx, cypherId))
    await ctx.db.delete("cypherPeople", _id);
}

const listPeople = (ctx: ReadCtx, cypherId: CypherId): Promise<Person[]> =>
  ctx.db
    .query("cypherPeople")
    .withIndex("by_cypherId_and_userId", (q) => q.eq("cypherId", cypherId))
    .take(MOST_PEOPLE);
