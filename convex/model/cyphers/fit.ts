import type { Doc, Id } from "../../_generated/dataModel";
import { MOST_MISSED, type OwnCypher } from "../../shared/cyphers";
import { isApart } from "../apart";
import type { ReadCtx } from "../contexts";
import { findPerson } from "./people";

type UserId = Id<"users">;
type Cypher = Doc<"cyphers">;
type Beat = Doc<"beats">;

/** Returns the cypher whose mic a person has; one has at most one. */
export const findHeldBy = (
  ctx: ReadCtx,
  userId: UserId,
): Promise<Cypher | null> =>
  ctx.db
    .query("cyphers")
    .withIndex("by_micUserId", (q) => q.eq("micUserId", userId))
    .unique();

/** Whoever is across a block from the producer or the host gets no mic. */
export async function isKeptOut(
  ctx: ReadCtx,
  userId: UserId,
  { hostId }: Cypher,
  { producerId }: Beat,
): Promise<boolean> {
  if (await isApart(ctx, userId, producerId)) return true;
  return hostId !== null && isApart(ctx, userId, hostId);
}

/** Returns why a person may not have the mic of a cypher, if it is free. */
export async function reasonAgainst(
  ctx: ReadCtx,
  userId: UserId,
  { _id: cypherId, lastRapperId }: Cypher,
  { verseCount, versesLimit }: Beat,
): Promise<OwnCypher["reason"]> {
  if (verseCount >= versesLimit) return "VERSE_LIMIT_REACHED";
  if (lastRapperId === userId) return "MIC_TWICE";
  if (await hasMissed(ctx, userId, cypherId)) return "MIC_MISSED";
  const held = await findHeldBy(ctx, userId);
  return held && held._id !== cypherId ? "MIC_OTHER" : null;
}

/** Whether a person has let so many turns pass that they get no other one. */
export async function hasMissed(
  ctx: ReadCtx,
  userId: UserId,
  cypherId: Cypher["_id"],
): Promise<boolean> {
  const person = await findPerson(ctx, cypherId, userId);
  return person !== null && person.missed >= MOST_MISSED;
}
