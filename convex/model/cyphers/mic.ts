import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import {
  type CypherEnd,
  IDLE_MS,
  isMicFree,
  LATE_MS,
  LIVE_IDLE_MS,
  LIVE_MIC_MS,
  LIVE_MOST_BEYOND_MS,
  LOST_MS,
  MIC_MS,
  MOST_BEYOND_MS,
  MOST_GIVEN_BACK_MS,
  MOST_VERSES,
  NO_SHOW_MS,
  PIECE_MS,
  type Turn,
} from "../../shared/cyphers";
import type { CircleHealth } from "../../shared/health";
import { ROOM_AFTER_MS } from "../../shared/rooms";
import type { ReadCtx, WriteCtx } from "../contexts";
import { findLastVerse } from "./chain";
import { findHeldBy } from "./fit";
import { isLive } from "./going";
import { isHere } from "./leases";
import { findNext, leaveLine, placesOf } from "./line";
import { changePerson, findPerson, keepRappers, listWaiting } from "./people";
import { removeCypher } from "./removal";
import { closeRoom } from "./rooms";

/**
 * The mic of a cypher: only this module gives it, frees it and ends a cypher. A
 * turn has a number that is never used again. Whatever ends a turn names its
 * number. If two things end it at once, the second finds the mic free or
 * another number, and does nothing.
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

/**
 * The durations for slow cyphers, where anybody takes the free mic, and for
 * live ones, where the mic goes along a line.
 */
const SLOW = { turnMs: MIC_MS, beyondMs: MOST_BEYOND_MS, idleMs: IDLE_MS };
const LIVE = {
  turnMs: LIVE_MIC_MS,
  beyondMs: LIVE_MOST_BEYOND_MS,
  idleMs: LIVE_IDLE_MS,
};

const timesOf = (cypher: Cypher) => (isLive(cypher) ? LIVE : SLOW);

/** A turn that is under way. */
export interface HeldCypher extends Cypher {
  micUserId: Id<"users">;
  micDueAt: number;
}

/** Returns the cypher if this turn still has the mic, else null. */
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

/** Returns the cypher if its mic has been free since this turn ended. */
export async function findFree(
  ctx: ReadCtx,
  { cypherId, turnNo }: Turn,
): Promise<Cypher | null> {
  const cypher = await ctx.db.get("cyphers", cypherId);
  return cypher && isMicFree(cypher) && cypher.turnNo === turnNo
    ? cypher
    : null;
}

/**
 * Gives a free mic to a person, who then leaves the line. In a live cypher,
 * their time starts when the room has heard the previous verse.
 */
export async function giveMic(
  ctx: WriteCtx,
  cypher: Cypher,
  micUserId: Id<"users">,
): Promise<void> {
  const turn = { cypherId: cypher._id, turnNo: cypher.turnNo + 1 };
  if (cypher.idleJobId) await ctx.scheduler.cancel(cypher.idleJobId);
  const startsAt = Math.max(Date.now(), cypher.playing?.endsAt ?? 0);
  const micDueAt = startsAt + timesOf(cypher).turnMs;
  await ctx.db.patch("cyphers", cypher._id, {
    turnNo: turn.turnNo,
    micUserId,
    micDueAt,
    micSendingUntil: null,
    micJobId: await planTimeUp(ctx, turn, micDueAt),
    isLatenessGiven: false,
    idleJobId: null,
  });
  if (!isLive(cypher)) return;
  await planNoShow(ctx, turn, startsAt + NO_SHOW_MS);
  const person = await findPerson(ctx, cypher._id, micUserId);
  if (person) await leaveLine(ctx, person);
}

const planTimeUp = (ctx: WriteCtx, turn: Turn, at: number) =>
  ctx.scheduler.runAt(at, internal.cyphers.timeUp, { ...turn, plannedAt: at });

const planNoShow = (ctx: WriteCtx, turn: Turn, at: number) =>
  ctx.scheduler.runAt(at, internal.cyphers.noShow, { ...turn, plannedAt: at });

/**
 * Ends a turn that brought no verse. The part of its time that has passed
 * counts as missed. Otherwise somebody who puts the mic down just before the
 * end could keep it for ever.
 */
export async function dropMic(
  ctx: WriteCtx,
  cypher: Cypher,
  part = partOver(cypher),
): Promise<void> {
  const { _id, micUserId } = cypher;
  if (micUserId === null) return;
  if (part > 0)
    await changePerson(ctx, _id, micUserId, ({ missed }) => ({
      missed: missed + part,
    }));
  await freeMic(ctx, cypher, micUserId);
}

function partOver(cypher: Cypher): number {
  const { turnMs } = timesOf(cypher);
  const leftMs = (cypher.micDueAt ?? 0) - Date.now();
  return 1 - Math.min(Math.max(leftMs, 0), turnMs) / turnMs;
}

/**
 * Frees the mic after a turn, and calls `settle` for this cypher and for those
 * in whose line the person waits.
 */
async function freeMic(
  ctx: WriteCtx,
  { _id, micJobId }: Pick<Cypher, "_id" | "micJobId">,
  userId: Id<"users">,
): Promise<void> {
  if (micJobId) await ctx.scheduler.cancel(micJobId);
  await ctx.db.patch("cyphers", _id, FREE);
  await settle(ctx, _id);
  await settlePlaces(ctx, userId);
}

/**
 * Calls `settle` for each cypher in whose line a person waits, because they
 * have lost another mic and may now get one there.
 */
export async function settlePlaces(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  for (const { cypherId } of await placesOf(ctx, userId))
    await settle(ctx, cypherId);
}

/**
 * Frees the mic that a person has, if any, and takes them out of all lines. For
 * people who may not go on, or cannot.
 */
export async function leaveMics(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  for (const place of await placesOf(ctx, userId)) await leaveLine(ctx, place);
  const cypher = await findHeldBy(ctx, userId);
  if (cypher) await dropMic(ctx, cypher);
}

/**
 * Decides what happens to a cypher whose mic is free: it ends if there is a
 * reason, else the first person in the line of a live one gets the mic, else it
 * waits for somebody. Everything that frees a mic calls this. It does nothing
 * while somebody has the mic, or when called again.
 */
export async function settle(
  ctx: WriteCtx,
  cypherId: Id<"cyphers">,
): Promise<void> {
  const cypher = await ctx.db.get("cyphers", cypherId);
  if (cypher === null || !isMicFree(cypher)) return;
  const endReason = cypher.endReason ?? (await completion(ctx, cypher));
  if (endReason) return endCypher(ctx, { ...cypher, endReason });
  const next = isLive(cypher) ? await findNext(ctx, cypher) : null;
  if (next) return giveMic(ctx, cypher, next);
  if (cypher.idleJobId === null) await waitForNext(ctx, cypher);
}

/**
 * Plans the end of the cypher if nobody comes. In a slow one, also tells those
 * who wait for the mic.
 */
async function waitForNext(ctx: WriteCtx, cypher: Cypher): Promise<void> {
  const { _id: cypherId, turnNo } = cypher;
  const turn = { cypherId, turnNo };
  const { idle, freed } = internal.cyphers;
  const { idleMs } = timesOf(cypher);
  const plannedAt = Date.now() + idleMs;
  const job = { ...turn, plannedAt };
  const idleJobId = await ctx.scheduler.runAt(plannedAt, idle, job);
  await ctx.db.patch("cyphers", cypherId, { idleJobId });
  if (isLive(cypher)) return;
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

/** Ends a cypher, or deletes it if it has no verses. */
async function endCypher(
  ctx: WriteCtx,
  { _id, endReason, idleJobId }: Cypher,
): Promise<void> {
  if (idleJobId) await ctx.scheduler.cancel(idleJobId);
  if ((await findLastVerse(ctx, _id)) === null) return removeCypher(ctx, _id);
  await keepRappers(ctx, _id);
  const ended = { status: "ended", endReason, endedAt: Date.now() } as const;
  await ctx.db.patch("cyphers", _id, { ...ended, idleJobId: null });
  await closeRoom(ctx, _id, ROOM_AFTER_MS);
}

/**
 * Ends a cypher. Does so now if the mic is free or the cypher has not started,
 * else when the present turn is over.
 */
export async function askToEnd(
  ctx: WriteCtx,
  cypher: Cypher,
  endReason: CypherEnd,
): Promise<void> {
  if (cypher.micUserId === null)
    return endCypher(ctx, { ...cypher, endReason });
  await ctx.db.patch("cyphers", cypher._id, { endReason });
}

/** Ends a turn with its verse, which has just been inserted. */
export async function endTurn(
  ctx: WriteCtx,
  { _id, micUserId, micJobId, verseCount }: HeldCypher,
  left: Pick<Cypher, "nextStartBar" | "before" | "playing" | "ride">,
): Promise<void> {
  await changePerson(ctx, _id, micUserId, ({ turns }) => ({
    turns: turns + 1,
  }));
  await ctx.db.patch("cyphers", _id, {
    ...left,
    verseCount: verseCount + 1,
    lastRapperId: micUserId,
  });
  await freeMic(ctx, { _id, micJobId }, micUserId);
}

/**
 * Runs when a turn's time is up, and again while the take is still arriving. If
 * it runs late, the server was down, and the turn gets the lost time back once.
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
  // This is the job that `dropMic` would cancel.
  await dropMic(ctx, { ...cypher, micJobId: null });
}

/**
 * Runs soon after a live turn has begun. If the person is not in the room, the
 * mic goes to the next one. If this runs late, or nobody else could have the
 * mic, it waits once more: the server may have been down, and people are just
 * coming back.
 */
export async function noShow(
  ctx: WriteCtx,
  { plannedAt, ...turn }: Turn & { plannedAt: number },
): Promise<void> {
  const cypher = await findTurn(ctx, turn);
  if (cypher === null) return;
  const now = Date.now();
  const isLate = now - plannedAt > LATE_MS;
  if (!isLate && (await isHere(ctx, cypher._id, cypher.micUserId))) return;
  const isLost =
    !isLate &&
    (cypher.endReason !== null || (await findNext(ctx, cypher)) !== null);
  if (isLost) await dropMic(ctx, cypher, 1);
  else await planNoShow(ctx, turn, now + NO_SHOW_MS);
}

/**
 * Returns cyphers whose mic somebody has and whose turn is due before a time,
 * the earliest first.
 */
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

/**
 * Counts mics that somebody has, up to `MOST_COUNTED`. Late ones come first, so
 * the limit leaves out none of them.
 */
export async function countHeld(
  ctx: ReadCtx,
  now: number,
): Promise<CircleHealth["mics"]> {
  const held = await listHeld(ctx, { dueBefore: Infinity, most: MOST_COUNTED });
  const late = held.filter(({ micDueAt }) => (micDueAt ?? now) < now - LOST_MS);
  return { held: held.length, late: late.length };
}

/**
 * Ends turns whose job is lost, for instance because the data was imported,
 * which brings no jobs. Such turns get their lost time back, as they do after a
 * pause of the server. Returns whether there may be more.
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
 * Notes that a piece of a turn's take has arrived. Each piece lets the turn
 * last a while longer, even when its time is up. Returns whether the person
 * still has the turn.
 */
export async function noteSending(
  ctx: WriteCtx,
  userId: Id<"users">,
  turn: Turn,
): Promise<boolean> {
  const cypher = await findTurn(ctx, turn);
  if (cypher?.micUserId !== userId) return false;
  const { _id, micDueAt, micSendingUntil } = cypher;
  const latest = micDueAt + timesOf(cypher).beyondMs;
  const until = Math.min(Date.now() + PIECE_MS, latest);
  // The row is seldom written, because every page that shows the cypher reads it.
  if (until > Math.max(micDueAt, (micSendingUntil ?? 0) + LATE_MS))
    await ctx.db.patch("cyphers", _id, { micSendingUntil: until });
  return true;
}
