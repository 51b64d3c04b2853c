import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import {
  type CypherBars,
  type CypherEnd,
  isMicFree,
  MOST_HOSTED,
  MOST_MISSED,
  MOST_WAITING,
  type OwnCypher,
  type Turn,
} from "../../shared/cyphers";
import { isAllowed, type ActTarget } from "../../shared/permissions";
import { findAddressee } from "../accounts/mailedCodes";
import { loadSettings, saveSettings } from "../accounts/settings";
import { findSuspension, isModerator } from "../accounts/standing";
import type { Confirmed, Member, SignedIn } from "../accounts/viewers";
import { isApart } from "../apart";
import { ring } from "../circle/rings";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError, micTaken } from "../errors";
import { usernameOf } from "../profiles/profiles";
import { bookTurn } from "../rateLimits/rateLimits";
import {
  askToEnd,
  type Cypher,
  dropMic,
  findFree,
  findHeldBy,
  findTurn,
  giveMic,
  leaveMic,
  settle,
} from "./mic";
import { untilMailMs } from "./micMails";
import { changePerson, endWait, findPerson, listWaiting } from "./people";
import { unlinkPerson } from "./removal";

type UserId = Id<"users">;
type Beat = Doc<"beats">;

/** A cypher needs this many free places at first. */
const LEAST_PLACES = 2;
const TOLD_PER_TURN = 50;

/**
 * Starts a cypher on a beat.
 * @throws CYPHER_EXISTS, CYPHERS_TOO_MANY, CYPHER_NO_ROOM, BEAT_FILE_MISSING,
 * APART
 */
export async function openCypher(
  ctx: WriteCtx,
  { userId: hostId }: Member,
  beat: Beat,
  bars: CypherBars,
): Promise<Id<"cyphers">> {
  const { _id: beatId, producerId, versesLimit, verseCount } = beat;
  if (await isApart(ctx, hostId, producerId)) throw appError("APART");
  if (await findOpenOn(ctx, beatId)) throw appError("CYPHER_EXISTS");
  if ((await listHosted(ctx, hostId)).length >= MOST_HOSTED)
    throw appError("CYPHERS_TOO_MANY");
  if (versesLimit - verseCount < LEAST_PLACES) throw appError("CYPHER_NO_ROOM");
  if ((await ctx.db.system.get("_storage", beat.storageId)) === null)
    throw appError("BEAT_FILE_MISSING");
  const cypherId = await ctx.db.insert("cyphers", {
    ...{ beatId, hostId, bars, status: "open", endReason: null, endedAt: null },
    ...{ turnNo: 0, micUserId: null, micDueAt: null, micSendingUntil: null },
    ...{ micJobId: null, isLatenessGiven: false, idleJobId: null },
    ...{
      nextStartBar: 1,
      lastRapperId: null,
      verseCount: 0,
      createdAt: Date.now(),
    },
  });
  await settle(ctx, cypherId);
  const event = { kind: "cypherOpened", subjectId: cypherId } as const;
  await ring(ctx, { userId: producerId, ...event, actorId: hostId });
  return cypherId;
}

const listHosted = (ctx: ReadCtx, hostId: UserId): Promise<Cypher[]> =>
  ctx.db
    .query("cyphers")
    .withIndex("by_hostId_and_status", (q) =>
      q.eq("hostId", hostId).eq("status", "open"),
    )
    .take(MOST_HOSTED);

/** Returns the cypher that is going on a beat; there is at most one. */
export const findOpenOn = (
  ctx: ReadCtx,
  beatId: Id<"beats">,
): Promise<Cypher | null> =>
  ctx.db
    .query("cyphers")
    .withIndex("by_beatId_and_status", (q) =>
      q.eq("beatId", beatId).eq("status", "open"),
    )
    .unique();

/** @throws CYPHER_OVER if it is gone, has ended, or ends with the turn under way */
export async function loadOpen(
  ctx: ReadCtx,
  cypherId: Id<"cyphers">,
): Promise<{ cypher: Cypher; beat: Beat }> {
  const cypher = await ctx.db.get("cyphers", cypherId);
  const beat = cypher && (await ctx.db.get("beats", cypher.beatId));
  if (!beat || cypher.status !== "open" || cypher.endReason !== null)
    throw appError("CYPHER_OVER");
  return { cypher, beat };
}

/** Returns whose a cypher is, for a check of permissions. */
export const targetOfCypher = (cypher: Cypher, beat: Beat): ActTarget => ({
  ownerId: cypher.hostId ?? "",
  beatProducerId: beat.producerId,
});

/** Ends a cypher for somebody who may do so. */
export function endFor(
  ctx: WriteCtx,
  { userId }: Member,
  { cypher, beat }: { cypher: Cypher; beat: Beat },
): Promise<void> {
  const others: CypherEnd =
    userId === beat.producerId ? "producer" : "moderator";
  const reason = userId === cypher.hostId ? "host" : others;
  return askToEnd(ctx, cypher._id, reason);
}

/**
 * Takes the mic. Whoever has it already keeps it.
 * @throws CYPHER_OVER, MIC_TAKEN, MIC_TWICE, MIC_OTHER, MIC_MISSED,
 * VERSE_LIMIT_REACHED, APART
 */
export async function takeMic(
  ctx: WriteCtx,
  { userId }: Member,
  cypherId: Id<"cyphers">,
): Promise<void> {
  const { cypher, beat } = await loadOpen(ctx, cypherId);
  const { micUserId } = cypher;
  if (micUserId === userId) return;
  if (micUserId !== null) throw micTaken(await usernameOf(ctx, micUserId));
  if (await isKeptOut(ctx, userId, cypher, beat)) throw appError("APART");
  const reason = await reasonAgainst(ctx, userId, cypher, beat);
  if (reason !== null) throw appError(reason);
  await giveMic(ctx, cypher, userId);
}

/** Whoever is across a block from the producer or the host gets no mic. */
async function isKeptOut(
  ctx: ReadCtx,
  userId: UserId,
  { hostId }: Cypher,
  { producerId }: Beat,
): Promise<boolean> {
  if (await isApart(ctx, userId, producerId)) return true;
  return hostId !== null && isApart(ctx, userId, hostId);
}

async function reasonAgainst(
  ctx: ReadCtx,
  userId: UserId,
  { _id: cypherId, lastRapperId }: Cypher,
  { verseCount, versesLimit }: Beat,
): Promise<OwnCypher["reason"]> {
  if (verseCount >= versesLimit) return "VERSE_LIMIT_REACHED";
  if (lastRapperId === userId) return "MIC_TWICE";
  const person = await findPerson(ctx, cypherId, userId);
  if (person && person.missed >= MOST_MISSED) return "MIC_MISSED";
  const held = await findHeldBy(ctx, userId);
  return held && held._id !== cypherId ? "MIC_OTHER" : null;
}

/** Puts the mic down. Does nothing unless this turn is the person's own. */
export async function passMic(
  ctx: WriteCtx,
  { userId, profile: { role } }: Confirmed,
  turn: Turn,
): Promise<void> {
  const cypher = await findTurn(ctx, turn);
  if (cypher === null) return;
  const target = { ownerId: cypher.micUserId };
  if (isAllowed({ userId, role }, "mic:pass", target))
    await dropMic(ctx, cypher);
}

interface Wait {
  cypherId: Id<"cyphers">;
  isWaiting: boolean;
  isMailed: boolean;
}

/**
 * Has a person told when the mic is free, or not. Whoever asks while it is free
 * waits for nothing.
 * @throws CYPHER_OVER, WISHES_FULL
 */
export async function setWait(
  ctx: WriteCtx,
  { userId }: Member,
  { cypherId, isWaiting, isMailed }: Wait,
): Promise<void> {
  const person = await findPerson(ctx, cypherId, userId);
  const isAsked = isWaiting === (person?.isWaiting ?? false);
  if (isAsked && isMailed === (person?.isMailed ?? false)) return;
  if (person && !isWaiting) return endWait(ctx, person);
  const { cypher } = await loadOpen(ctx, cypherId);
  if (cypher.micUserId === null || cypher.micUserId === userId) return;
  const waiting = await listWaiting(ctx, cypherId);
  if (!person?.isWaiting && waiting.length >= MOST_WAITING)
    throw appError("WISHES_FULL");
  // Who asks for a mail wants it, also if they have stopped such mails before.
  if (isMailed) await saveSettings(ctx, userId, { wantsMicMails: true });
  const mail = isMailed || undefined;
  await changePerson(ctx, cypherId, userId, () => ({
    isWaiting,
    isMailed: mail,
  }));
}

/** Tells the next of those who asked that the mic is free, while it is. */
export async function tellFreed(
  ctx: WriteCtx,
  turn: Turn,
): Promise<{ hasMore: boolean }> {
  const cypher = await findFree(ctx, turn);
  const beat = cypher && (await ctx.db.get("beats", cypher.beatId));
  if (!beat) return { hasMore: false };
  const waiting = await listWaiting(ctx, cypher._id, TOLD_PER_TURN);
  for (const person of waiting) {
    await endWait(ctx, person);
    const { userId, isMailed } = person;
    if (await isKeptOut(ctx, userId, cypher, beat)) continue;
    const event = { kind: "micFree", subjectId: cypher._id } as const;
    await ring(ctx, { userId, ...event, actorId: null });
    if (isMailed) await planMail(ctx, cypher._id, userId);
  }
  return { hasMore: waiting.length === TOLD_PER_TURN };
}

function planMail(ctx: WriteCtx, cypherId: Id<"cyphers">, userId: UserId) {
  const waitMs = untilMailMs(Date.now(), Math.random());
  const mail = { cypherId, userId, attempt: 1 };
  return ctx.scheduler.runAfter(waitMs, internal.mail.sendMicFree, mail);
}

/**
 * Returns whom to mail that the mic is free, and of which beat; null if somebody
 * has it by now, the person may not take it or wants no such mails, or one has just
 * gone there: what a night has gathered comes once.
 */
export async function findMicMail(
  ctx: WriteCtx,
  {
    cypherId,
    userId,
    attempt,
  }: { cypherId: Id<"cyphers">; userId: UserId; attempt: number },
) {
  const cypher = await ctx.db.get("cyphers", cypherId);
  if (cypher === null || !isMicFree(cypher)) return null;
  const beat = await ctx.db.get("beats", cypher.beatId);
  if (!beat || !(await loadSettings(ctx, userId)).wantsMicMails) return null;
  if (await isKeptOut(ctx, userId, cypher, beat)) return null;
  if ((await findSuspension(ctx, userId)) !== null) return null;
  const person = await findAddressee(ctx, userId);
  if (!person || (attempt === 1 && (await isJustMailed(ctx, cypherId, userId))))
    return null;
  return { ...person, title: beat.title };
}

async function isJustMailed(
  ctx: WriteCtx,
  cypherId: Id<"cyphers">,
  userId: UserId,
): Promise<boolean> {
  const who = `${cypherId} ${userId}`;
  return (
    (await bookTurn(ctx, { act: "micMail", scope: "account", who }, 0)) > 0
  );
}

/** Ends a cypher whose mic nobody has taken for too long. */
export async function endIfIdle(ctx: WriteCtx, turn: Turn): Promise<void> {
  const cypher = await findFree(ctx, turn);
  if (cypher === null) return;
  // This job is the one that would be cancelled.
  await ctx.db.patch("cyphers", cypher._id, { idleJobId: null });
  await askToEnd(ctx, cypher._id, "idle");
}

/** Takes the mic from whichever of two people has one in a cypher of the other. */
export async function freeBetween(
  ctx: WriteCtx,
  one: UserId,
  other: UserId,
): Promise<void> {
  for (const [holderId, ownerId] of [
    [one, other],
    [other, one],
  ] as const) {
    const cypher = await findHeldBy(ctx, holderId);
    const beat = cypher && (await ctx.db.get("beats", cypher.beatId));
    if (!beat) continue;
    const isOwn = [cypher.hostId, beat.producerId].includes(ownerId);
    if (isOwn) await dropMic(ctx, cypher);
  }
}

/** Returns what a person can do in a cypher; null if it is gone. */
export async function ownCypher(
  ctx: ReadCtx,
  { userId, profile, emailConfirmedAt }: SignedIn,
  text: string,
): Promise<OwnCypher | null> {
  const cypherId = ctx.db.normalizeId("cyphers", text);
  const cypher = cypherId && (await ctx.db.get("cyphers", cypherId));
  const beat = cypher && (await ctx.db.get("beats", cypher.beatId));
  if (!beat || profile === null || emailConfirmedAt === null) return null;
  const isSuspended = (await findSuspension(ctx, userId)) !== null;
  const actor = { userId, role: profile.role, isSuspended };
  const goesOn = cypher.status === "open" && cypher.endReason === null;
  const mayRap = goesOn && isAllowed(actor, "mic:take");
  const isOut = !mayRap || (await isKeptOut(ctx, userId, cypher, beat));
  const reason = isOut ? null : await reasonAgainst(ctx, userId, cypher, beat);
  const person = await findPerson(ctx, cypher._id, userId);
  const isOwn = isAllowed(actor, "cypher:end", targetOfCypher(cypher, beat));
  return {
    mayTake: !isOut && reason === null,
    reason,
    mayWait: goesOn && isAllowed(actor, "cypher:watch"),
    isWaiting: person?.isWaiting ?? false,
    isMailed: person?.isMailed ?? false,
    mayEnd:
      goesOn && !isSuspended && (isOwn || (await isModerator(ctx, userId))),
  };
}

/**
 * Takes a person who leaves out of all cyphers. Those that they started stay.
 * Returns whether there may be more.
 */
export async function leaveCyphers(
  ctx: WriteCtx,
  userId: UserId,
): Promise<boolean> {
  await leaveMic(ctx, userId);
  return unlinkPerson(ctx, userId);
}
