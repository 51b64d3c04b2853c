import type { Doc, Id } from "../../_generated/dataModel";
import {
  type CypherEnd,
  isMicFree,
  LATE_MS,
  type MicMail,
  MOST_WAITING,
  type OwnCypher,
  type Turn,
} from "../../shared/cyphers";
import { isAllowed, type ActTarget } from "../../shared/permissions";
import { findAddressee } from "../accounts/mailedCodes";
import { loadSettings, saveSettings } from "../accounts/settings";
import {
  findSuspension,
  isModerator,
  requireNotSuspended,
} from "../accounts/standing";
import type { Confirmed, Member, SignedIn } from "../accounts/viewers";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError, micTaken } from "../errors";
import { usernameOf } from "../profiles/profiles";
import { bookTurn } from "../rateLimits/rateLimits";
import { findHeldBy, hasMissed, isKeptOut, reasonAgainst } from "./fit";
import { announcementOf, isAhead, isLive } from "./going";
import { enterLine, findNext, leaveLine, placesOf, reasonInLine } from "./line";
import {
  askToEnd,
  type Cypher,
  dropMic,
  findFree,
  findTurn,
  giveMic,
  leaveMics,
  settle,
} from "./mic";
import { planMail } from "./micMails";
import { changePerson, endWait, findPerson, listWaiting } from "./people";
import { unlinkPerson } from "./removal";
import { tellWaiting } from "./tellWaiting";

type UserId = Id<"users">;
type Beat = Doc<"beats">;

/**
 * @throws CYPHER_OVER if the cypher is gone, has ended, or ends with the
 * present turn
 */
export async function loadGoing(
  ctx: ReadCtx,
  cypherId: Id<"cyphers">,
): Promise<{ cypher: Cypher; beat: Beat }> {
  const cypher = await ctx.db.get("cyphers", cypherId);
  const beat = cypher && (await ctx.db.get("beats", cypher.beatId));
  if (!beat || !goesOn(cypher)) throw appError("CYPHER_OVER");
  return { cypher, beat };
}

const goesOn = ({ status, endReason }: Cypher) =>
  status !== "ended" && endReason === null;

/** Returns who owns a cypher and its beat, for a check of permissions. */
export const targetOfCypher = (cypher: Cypher, beat: Beat): ActTarget => ({
  ownerId: cypher.hostId ?? "",
  beatProducerId: beat.producerId,
});

/**
 * Ends a cypher for somebody who may do so, and notes in which role they did.
 */
export function endFor(
  ctx: WriteCtx,
  { userId }: Member,
  { cypher, beat }: { cypher: Cypher; beat: Beat },
): Promise<void> {
  const others: CypherEnd =
    userId === beat.producerId ? "producer" : "moderator";
  const reason = userId === cypher.hostId ? "host" : others;
  return askToEnd(ctx, cypher, reason);
}

/**
 * Takes the mic of a slow cypher. Does nothing if the person has it already.
 * @throws CYPHER_OVER (also for a live cypher, whose mic goes along a line),
 * MIC_TAKEN, MIC_TWICE, MIC_OTHER, MIC_MISSED, VERSE_LIMIT_REACHED, APART
 */
export async function takeMic(
  ctx: WriteCtx,
  { userId }: Member,
  cypherId: Id<"cyphers">,
): Promise<void> {
  const { cypher, beat } = await loadGoing(ctx, cypherId);
  if (isLive(cypher)) throw appError("CYPHER_OVER");
  const { micUserId } = cypher;
  if (micUserId === userId) return;
  if (micUserId !== null) throw micTaken(await usernameOf(ctx, micUserId));
  if (await isKeptOut(ctx, userId, cypher, beat)) throw appError("APART");
  const taker = (await findPerson(ctx, cypherId, userId)) ?? { userId };
  const reason = await reasonAgainst(ctx, taker, cypher, beat);
  if (reason !== null) throw appError(reason);
  await giveMic(ctx, cypher, userId);
}

/**
 * Puts a person in the line of a live cypher, or takes them out. If the mic is
 * free, they may get it at once. Does nothing for the person who has the mic.
 * @throws SUSPENDED, CYPHER_OVER, MIC_MISSED, LINE_FULL, APART
 */
export async function setLine(
  ctx: WriteCtx,
  { userId }: Confirmed,
  { cypherId, isInLine }: { cypherId: Id<"cyphers">; isInLine: boolean },
): Promise<void> {
  const person = await findPerson(ctx, cypherId, userId);
  if (isInLine === (person?.inLineAt !== undefined)) return;
  if (person && !isInLine) return leaveLine(ctx, person);
  await requireNotSuspended(ctx, userId);
  const { cypher, beat } = await loadGoing(ctx, cypherId);
  if (!isLive(cypher)) throw appError("CYPHER_OVER");
  if (cypher.micUserId === userId) return;
  if (await isKeptOut(ctx, userId, cypher, beat)) throw appError("APART");
  if (hasMissed(person ?? {})) throw appError("MIC_MISSED");
  if (!(await enterLine(ctx, cypher, userId))) throw appError("LINE_FULL");
  await settle(ctx, cypherId);
}

/** Puts the mic down. Does nothing unless the turn belongs to this person. */
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
 * Sets whether a person is told when the mic of a slow cypher becomes free, or
 * when an announced cypher starts. Does nothing if there is nothing to wait
 * for.
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
  const { cypher } = await loadGoing(ctx, cypherId);
  if (!hasWait(cypher) || cypher.micUserId === userId) return;
  const waiting = await listWaiting(ctx, cypherId);
  if (!person?.isWaiting && waiting.length >= MOST_WAITING)
    throw appError("WISHES_FULL");
  // A person who asks for a mail wants it, even if they stopped such mails
  // before.
  if (isMailed) await saveSettings(ctx, userId, { wantsMicMails: true });
  const mail = isMailed || undefined;
  await changePerson(ctx, cypherId, userId, () => ({
    isWaiting,
    isMailed: mail,
  }));
}

/** Whether there is something to wait for: the mic, or the announced time. */
const hasWait = (cypher: Cypher) =>
  cypher.status === "announced" ||
  (!isLive(cypher) && cypher.micUserId !== null);

/** Tells the next people who asked that the mic is free, if it still is. */
export async function tellFreed(
  ctx: WriteCtx,
  turn: Turn,
): Promise<{ hasMore: boolean }> {
  const cypher = await findFree(ctx, turn);
  if (cypher === null) return { hasMore: false };
  const { told, hasMore } = await tellWaiting(ctx, cypher, "micFree");
  for (const { userId, isMailed } of told)
    if (isMailed) await planMail(ctx, cypher._id, userId);
  return { hasMore };
}

/**
 * Returns whom to mail that the mic is free, or that the cypher of their line
 * starts, and on which beat. Returns null if neither is true any longer, if the
 * person may not take the mic or wants no such mails, or if they have just had
 * one. So of several mails that were held back at night, only the first is
 * sent.
 */
export async function findMicMail(
  ctx: WriteCtx,
  { cypherId, userId, attempt }: MicMail,
) {
  const cypher = await ctx.db.get("cyphers", cypherId);
  if (cypher === null || !(await isNews(ctx, cypher, userId))) return null;
  const beat = await ctx.db.get("beats", cypher.beatId);
  if (!beat || !(await loadSettings(ctx, userId)).wantsMicMails) return null;
  if (await isKeptOut(ctx, userId, cypher, beat)) return null;
  if ((await findSuspension(ctx, userId)) !== null) return null;
  const person = await findAddressee(ctx, userId);
  const { startsAt } = announcementOf(cypher);
  if (!person || (attempt === 1 && (await isJustMailed(ctx, cypherId, userId))))
    return null;
  return { ...person, title: beat.title, startsAt };
}

async function isJustMailed(
  ctx: WriteCtx,
  cypherId: Id<"cyphers">,
  userId: UserId,
): Promise<boolean> {
  const who = `${cypherId} ${userId}`;
  const turn = { act: "micMail", scope: "account", who } as const;
  return (await bookTurn(ctx, turn, 0)) > 0;
}

async function isNews(
  ctx: ReadCtx,
  cypher: Cypher,
  userId: UserId,
): Promise<boolean> {
  if (!isLive(cypher)) return isMicFree(cypher);
  if (!isAhead(cypher)) return false;
  return (await findPerson(ctx, cypher._id, userId))?.inLineAt !== undefined;
}

/**
 * Ends a cypher whose mic nobody has taken for too long. If this runs late for a live
 * one, the server was down, and people may come back.
 */
export async function endIfIdle(
  ctx: WriteCtx,
  { plannedAt = Date.now(), ...turn }: Turn & { plannedAt?: number },
): Promise<void> {
  const cypher = await findFree(ctx, turn);
  if (cypher === null) return;
  const { _id } = cypher;
  const isLate = Date.now() - plannedAt > LATE_MS;
  const mayGoOn =
    isLive(cypher) && (isLate || (await findNext(ctx, cypher)) !== null);
  // This is the job that ending the cypher would cancel.
  const idle = { ...cypher, idleJobId: null };
  if (!mayGoOn) return askToEnd(ctx, idle, "idle");
  await ctx.db.patch("cyphers", _id, { idleJobId: null });
  await settle(ctx, _id);
}

/**
 * Separates two people: if one has the mic in a cypher of the other, frees it,
 * and takes each of them out of the other's lines.
 */
export async function freeBetween(
  ctx: WriteCtx,
  one: UserId,
  other: UserId,
): Promise<void> {
  for (const [holderId, ownerId] of [
    [one, other],
    [other, one],
  ] as const) {
    for (const place of await placesOf(ctx, holderId)) {
      const cypher = await ctx.db.get("cyphers", place.cypherId);
      if (cypher && (await isOf(ctx, cypher, ownerId)))
        await leaveLine(ctx, place);
    }
    const cypher = await findHeldBy(ctx, holderId);
    if (cypher && (await isOf(ctx, cypher, ownerId)))
      await dropMic(ctx, cypher);
  }
}

/** Whether a person started a cypher, or made its beat. */
async function isOf(
  ctx: ReadCtx,
  { hostId, beatId }: Cypher,
  userId: UserId,
): Promise<boolean> {
  const beat = await ctx.db.get("beats", beatId);
  return [hostId, beat?.producerId].includes(userId);
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
  const isGoing = goesOn(cypher);
  const mayRap = isGoing && isAllowed(actor, "mic:take");
  const isOut = !mayRap || (await isKeptOut(ctx, userId, cypher, beat));
  const find = isLive(cypher) ? reasonInLine : reasonAgainst;
  const person = await findPerson(ctx, cypher._id, userId);
  const taker = person ?? { userId };
  const reason = isOut ? null : await find(ctx, taker, cypher, beat);
  const isInLine = person?.inLineAt !== undefined;
  const isNew = !isInLine && cypher.micUserId !== userId;
  const isOwn = isAllowed(actor, "cypher:end", targetOfCypher(cypher, beat));
  return {
    mayTake: !isLive(cypher) && !isOut && reason === null,
    mayJoin:
      isLive(cypher) &&
      !isOut &&
      isNew &&
      (reason === null || reason === "MIC_OTHER"),
    isInLine,
    reason,
    mayWait: isGoing && hasWait(cypher) && isAllowed(actor, "cypher:watch"),
    isWaiting: person?.isWaiting ?? false,
    isMailed: person?.isMailed ?? false,
    mayEnd:
      isGoing && !isSuspended && (isOwn || (await isModerator(ctx, userId))),
  };
}

/**
 * Takes a person whose account is being deleted out of all cyphers. The cyphers
 * that they started stay. Returns whether there may be more.
 */
export async function leaveCyphers(
  ctx: WriteCtx,
  userId: UserId,
): Promise<boolean> {
  await leaveMics(ctx, userId);
  return unlinkPerson(ctx, userId);
}
