import type { Doc, Id } from "../../_generated/dataModel";
import { MOST_MISSED, type OwnCypher } from "../../shared/cyphers";
import { isApart } from "../apart";
import type { ReadCtx } from "../contexts";

type UserId = Id<"users">;
type Cypher = Doc<"cyphers">;
type Beat = Doc<"beats">;

/** Somebody who may get a mic, and what the cypher has stored about them. */
export type Taker = Pick<Doc<"cypherPeople">, "userId"> &
  Partial<Pick<Doc<"cypherPeople">, "missed" | "inLineAt">>;

/** Returns the cypher whose mic a person has. Nobody has more than one mic. */
export const findHeldBy = (
  ctx: ReadCtx,
  userId: UserId,
): Promise<Cypher | null> =>
  ctx.db
    .query("cyphers")
    .withIndex("by_micUserId", (q) => q.eq("micUserId", userId))
    .unique();

/** Whether a person has the mic of another cypher. */
export async function hasOther(
  ctx: ReadCtx,
  userId: UserId,
  cypherId: Cypher["_id"],
): Promise<boolean> {
  const held = await findHeldBy(ctx, userId);
  return held !== null && held._id !== cypherId;
}

/**
 * Returns whether a block separates a person from the producer or the host. The
 * person may then not have the mic.
 */
export async function isKeptOut(
  ctx: ReadCtx,
  userId: UserId,
  { hostId }: Cypher,
  { producerId }: Beat,
): Promise<boolean> {
  if (await isApart(ctx, userId, producerId)) return true;
  return hostId !== null && isApart(ctx, userId, hostId);
}

/**
 * Returns why a person may not have the mic of a cypher, even when it is free;
 * null if they may.
 */
export async function reasonAgainst(
  ctx: ReadCtx,
  taker: Taker,
  { _id: cypherId, lastRapperId }: Cypher,
  { verseCount, versesLimit }: Beat,
): Promise<OwnCypher["reason"]> {
  if (verseCount >= versesLimit) return "VERSE_LIMIT_REACHED";
  if (lastRapperId === taker.userId) return "MIC_TWICE";
  if (hasMissed(taker)) return "MIC_MISSED";
  return (await hasOther(ctx, taker.userId, cypherId)) ? "MIC_OTHER" : null;
}

/** Whether a person has missed too many turns to get another one. */
export const hasMissed = ({ missed = 0 }: Pick<Taker, "missed">): boolean =>
  missed >= MOST_MISSED;
