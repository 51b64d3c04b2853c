import type { Doc, Id } from "../../_generated/dataModel";
import { MAX_VERSES_PER_BEAT } from "../../shared/limits";
import { silence } from "../circle/rings";
import type { ReadCtx, WriteCtx } from "../contexts";
import { findLastVerse } from "./chain";
import { heardIn, heardWithout } from "./drop";
import { removePeople } from "./people";
import { closeRoom, leaveRooms, vanish } from "./rooms";

const ROWS_PER_TURN = 100;
/**
 * Each cypher that has ended has at least one verse of the beat, and one more
 * may be going.
 */
const MOST_ON_BEAT = MAX_VERSES_PER_BEAT + 1;

type CypherId = Id<"cyphers">;

/** Deletes a cypher. Its jobs must be over or cancelled. */
export async function removeCypher(
  ctx: WriteCtx,
  cypherId: CypherId,
): Promise<void> {
  await removePeople(ctx, cypherId);
  await closeRoom(ctx, cypherId, 0);
  await silence(ctx, cypherId);
  await ctx.db.delete("cyphers", cypherId);
}

/** Deletes the cyphers of a beat that is being removed, and returns them. */
export async function removeCyphersOn(
  ctx: WriteCtx,
  beatId: Id<"beats">,
): Promise<Doc<"cyphers">[]> {
  const cyphers = await ctx.db
    .query("cyphers")
    .withIndex("by_beatId_and_status", (q) => q.eq("beatId", beatId))
    .take(MOST_ON_BEAT);
  for (const { _id, micJobId, idleJobId } of cyphers) {
    for (const jobId of [micJobId, idleJobId])
      if (jobId) await ctx.scheduler.cancel(jobId);
    await removeCypher(ctx, _id);
  }
  return cyphers;
}

/**
 * Takes a deleted verse out of its cypher, whose room no longer hears it.
 * Deletes the cypher if it has ended and this was its last verse.
 */
export async function takeFromCypher(
  ctx: WriteCtx,
  { _id: verseId, cypherId }: Pick<Doc<"verses">, "_id" | "cypherId">,
): Promise<void> {
  const cypher = cypherId && (await ctx.db.get("cyphers", cypherId));
  if (!cypher) return;
  if (heardIn(cypher).some((heard) => heard.verseId === verseId))
    await ctx.db.patch("cyphers", cypher._id, heardWithout(cypher, verseId));
  if (cypher.status !== "ended") return;
  if ((await findLastVerse(ctx, cypher._id)) === null)
    await removeCypher(ctx, cypher._id);
}

/**
 * Deletes what is stored about a person in cyphers, and their name from those
 * that they started. Returns whether there may be more.
 */
export async function unlinkPerson(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<boolean> {
  const hosted = await ctx.db
    .query("cyphers")
    .withIndex("by_hostId_and_status", (q) => q.eq("hostId", userId))
    .take(ROWS_PER_TURN);
  for (const { _id } of hosted)
    await ctx.db.patch("cyphers", _id, { hostId: null });
  const rows = await ownRows(ctx, userId);
  for (const { _id, cypherId } of rows) {
    const cypher = await ctx.db.get("cyphers", cypherId);
    if (cypher?.lastRapperId === userId)
      await ctx.db.patch("cyphers", cypherId, { lastRapperId: null });
    await ctx.db.delete("cypherPeople", _id);
    await vanish(ctx, cypherId, userId);
  }
  const left = await leaveRooms(ctx, userId);
  return hosted.length + rows.length + left > 0;
}

const ownRows = (ctx: ReadCtx, userId: Id<"users">) =>
  ctx.db
    .query("cypherPeople")
    .withIndex("by_userId_and_inLineAt", (q) => q.eq("userId", userId))
    .take(ROWS_PER_TURN);
