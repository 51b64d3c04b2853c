import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import {
  type CypherEnd,
  IDLE_MS,
  isMicFree,
  LATE_MS,
  LOST_MS,
  MIC_MS,
  MOST_BEYOND_MS,
  MOST_GIVEN_BACK_MS,
  MOST_VERSES,
  PIECE_MS,
  type Turn,
} from "../../shared/cyphers";
import type { CircleHealth } from "../../shared/health";
import type { ReadCtx, WriteCtx } from "../contexts";
import { findLastVerse } from "./chain";
import { removeCypher } from "./removal";
import { changePerson, keepRappers, listWaiting } from "./people";

/**
 * The mic of a cypher: only this module gives it, frees it and ends a cypher. A
 * turn has a number that is never used again. Every cause that ends a turn names
 * it, so of two at once the second finds the mic free or another number, and
 * does nothing.
 */
export type Cypher = Doc<"cyphers">;

const LOST_PER_TURN = 100;
const MOST_COUNTED = 500;

const FREE = {
  micUserId: null,
  micDueAt: null,
  micSendingUntil: null,
  micJobId: null,
};

/** A turn that is under way. */
export interface HeldCypher extends Cypher {
  micUserId: Id<"users">;
  micDueAt: number;
}

/** Returns the cypher if this turn has the mic; null if it is over. */
export async function findTurn(
  ctx: ReadCtx,
  { cypherId, turnNo }: Turn,
): Promise<HeldCypher | null> {
  const cypher = await ctx.db.get("cyphers", cypherId);
  if (cypher?.turnNo !== turnNo) return null;
  const { micUserId, micDueAt } = cypher;
  if (micUserId === null || micDueAt === null) return null;
  return { ...cypher, micUserId, micDueAt };
}

/** Returns the cypher if its mic has been free since this turn. */
export async function findFree(
  ctx: ReadCtx,
  { cypherId, turnNo }: Turn,
): Promise<Cypher | null> {
  const cypher = await ctx.db.get("cyphers", cypherId);
  return cypher && isMicFree(cypher) && cypher.turnNo === turnNo
    ? cypher
    : null;
}

/** Gives a free mic to a person for six hours. */
export async function giveMic(
  ctx: WriteCtx,
  cypher: Cypher,
  micUserId: Id<"users">,
): Promise<void> {
  const turn = { cypherId: cypher._id, turnNo: cypher.turnNo + 1 };
  if (cypher.idleJobId) await ctx.scheduler.cancel(cypher.idleJobId);
  const micDueAt = Date.now() + MIC_MS;
  await ctx.db.patch("cyphers", cypher._id, {
    ...{ turnNo: turn.turnNo, micUserId, micDueAt },
    ...{ micSendingUntil: null, isLatenessGiven: false, idleJobId: null },
    micJobId: await planTimeUp(ctx, turn, micDueAt),
  });
}

const planTimeUp = (ctx: WriteCtx, turn: Turn, at: number) =>
  ctx.scheduler.runAt(at, internal.cyphers.timeUp, { ...turn, plannedAt: at });

/**
 * Ends a turn that brought no verse. It counts as missed by the part of it that is
 * over: else whoever puts the mic down just before the end could have it for ever.
 */
export async function dropMic(
  ctx: WriteCtx,
  { _id, micUserId, micDueAt, micJobId }: Cypher,
): Promise<void> {
  if (micUserId === null || micDueAt === null) return;
  const leftMs = Math.min(Math.max(micDueAt - Date.now(), 0), MIC_MS);
  const part = 1 - leftMs / MIC_MS;
  if (part > 0)
    await changePerson(ctx, _id, micUserId, ({ missed }) => ({
      missed: missed + part,
    }));
  await freeMic(ctx, { _id, micJobId });
}

/** Frees the mic after a turn, and settles what follows. */
async function freeMic(
  ctx: WriteCtx,
  { _id, micJobId }: Pick<Cypher, "_id" | "micJobId">,
): Promise<void> {
  if (micJobId) await ctx.scheduler.cancel(micJobId);
  await ctx.db.patch("cyphers", _id, FREE);
  await settle(ctx, _id);
}

/** Frees the mic that a person has, if any: they may not or cannot go on. */
export async function leaveMic(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  const cypher = await findHeldBy(ctx, userId);
  if (cypher) await dropMic(ctx, cypher);
}

/** Returns the cypher whose mic a person has; one has at most one. */
export const findHeldBy = (
  ctx: ReadCtx,
  userId: Id<"users">,
): Promise<Cypher | null> =>
  ctx.db
    .query("cyphers")
    .withIndex("by_micUserId", (q) => q.eq("micUserId", userId))
    .unique();

/**
 * What happens to a cypher whose mic is free: it ends if there is a reason, else
 * it waits for the next person. Every cause calls this, and it does nothing
 * while somebody has the mic, or a second time.
 */
export async function settle(
  ctx: WriteCtx,
  cypherId: Id<"cyphers">,
): Promise<void> {
  const cypher = await ctx.db.get("cyphers", cypherId);
  if (cypher === null || !isMicFree(cypher)) return;
  const endReason = cypher.endReason ?? (await completion(ctx, cypher));
  if (endReason) return endCypher(ctx, { ...cypher, endReason });
  if (cypher.idleJobId !== null) return; // it was free before
  const turn = { cypherId, turnNo: cypher.turnNo };
  const { idle, freed } = internal.cyphers;
  const idleJobId = await ctx.scheduler.runAfter(IDLE_MS, idle, turn);
  await ctx.db.patch("cyphers", cypherId, { idleJobId });
  const [waiting] = await listWaiting(ctx, cypherId, 1);
  if (waiting) await ctx.scheduler.runAfter(0, freed, turn);
}

async function completion(
  ctx: ReadCtx,
  { beatId, verseCount }: Cypher,
): Promise<CypherEnd | null> {
  if (verseCount >= MOST_VERSES) return "complete";
  const beat = await ctx.db.get("beats", beatId);
  return beat && beat.verseCount >= beat.versesLimit ? "complete" : null;
}

/** One without verses disappears. */
async function endCypher(
  ctx: WriteCtx,
  { _id, endReason, idleJobId }: Cypher,
): Promise<void> {
  if (idleJobId) await ctx.scheduler.cancel(idleJobId);
  if ((await findLastVerse(ctx, _id)) === null) return removeCypher(ctx, _id);
  await keepRappers(ctx, _id);
  const ended = { status: "ended", endReason, endedAt: Date.now() } as const;
  await ctx.db.patch("cyphers", _id, { ...ended, idleJobId: null });
}

/** Ends a cypher: now if the mic is free, else when the turn under way is over. */
export async function askToEnd(
  ctx: WriteCtx,
  cypherId: Id<"cyphers">,
  endReason: CypherEnd,
): Promise<void> {
  await ctx.db.patch("cyphers", cypherId, { endReason });
  await settle(ctx, cypherId);
}

/** Ends a turn with its verse, which has just been inserted. */
export async function endTurn(
  ctx: WriteCtx,
  { _id, micUserId, micJobId, verseCount }: HeldCypher,
  nextStartBar: number,
): Promise<void> {
  await changePerson(ctx, _id, micUserId, ({ turns }) => ({
    turns: turns + 1,
  }));
  await ctx.db.patch("cyphers", _id, {
    ...{ verseCount: verseCount + 1, nextStartBar, lastRapperId: micUserId },
  });
  await freeMic(ctx, { _id, micJobId });
}

/**
 * The job at the end of a turn's time. It runs again while the take arrives. If
 * it runs late, the server was down, and the turn gets that time back once.
 */
export async function timeUp(
  ctx: WriteCtx,
  { plannedAt, ...turn }: Turn & { plannedAt: number },
): Promise<void> {
  const cypher = await findTurn(ctx, turn);
  if (cypher === null) return;
  const { _id, micSendingUntil, isLatenessGiven } = cypher;
  const now = Date.now();
  if (micSendingUntil !== null && micSendingUntil > now) {
    const micJobId = await planTimeUp(ctx, turn, micSendingUntil);
    return ctx.db.patch("cyphers", _id, { micJobId });
  }
  const lateMs = now - plannedAt;
  if (lateMs > LATE_MS && !isLatenessGiven) {
    const micDueAt = now + Math.min(lateMs, MOST_GIVEN_BACK_MS);
    const micJobId = await planTimeUp(ctx, turn, micDueAt);
    const given = { micSendingUntil: null, isLatenessGiven: true };
    return ctx.db.patch("cyphers", _id, { micDueAt, micJobId, ...given });
  }
  // This job is the one that would be cancelled.
  await dropMic(ctx, { ...cypher, micJobId: null });
}

/** Returns mics that somebody has and that were due before then, the earliest first. */
const listHeld = (
  ctx: ReadCtx,
  { dueBefore, most }: { dueBefore: number; most: number },
): Promise<Cypher[]> =>
  ctx.db
    .query("cyphers")
    .withIndex("by_micDueAt", (q) =>
      q.gte("micDueAt", 0).lt("micDueAt", dueBefore),
    )
    .take(most);

/** Counts mics that somebody has. Late ones come first, so they are among them. */
export async function countHeld(
  ctx: ReadCtx,
  now: number,
): Promise<CircleHealth["mics"]> {
  const held = await listHeld(ctx, { dueBefore: Infinity, most: MOST_COUNTED });
  const late = held.filter(({ micDueAt }) => (micDueAt ?? now) < now - LOST_MS);
  return { held: held.length, late: late.length };
}

/**
 * Ends turns whose job is lost, as in data that was imported: that brings no jobs.
 * They get time back as after a pause of the server. Returns whether there may be
 * more.
 */
export async function endLost(ctx: WriteCtx): Promise<boolean> {
  const dueBefore = Date.now() - LOST_MS;
  const lost = await listHeld(ctx, { dueBefore, most: LOST_PER_TURN });
  for (const { _id, turnNo, micDueAt, micJobId } of lost) {
    if (micJobId) await ctx.scheduler.cancel(micJobId);
    const plannedAt = micDueAt ?? dueBefore;
    await timeUp(ctx, { cypherId: _id, turnNo, plannedAt });
  }
  return lost.length === LOST_PER_TURN;
}

/**
 * Notes that a piece of a turn's take has arrived. Beyond its time, the turn
 * lasts for a while after each. Returns whether the turn still stands.
 */
export async function noteSending(
  ctx: WriteCtx,
  userId: Id<"users">,
  turn: Turn,
): Promise<boolean> {
  const cypher = await findTurn(ctx, turn);
  if (cypher?.micUserId !== userId) return false;
  const { _id, micDueAt, micSendingUntil } = cypher;
  const until = Math.min(Date.now() + PIECE_MS, micDueAt + MOST_BEYOND_MS);
  // Written seldom: every page that shows the cypher reads the row.
  if (until > Math.max(micDueAt, (micSendingUntil ?? 0) + LATE_MS))
    await ctx.db.patch("cyphers", _id, { micSendingUntil: until });
  return true;
}
