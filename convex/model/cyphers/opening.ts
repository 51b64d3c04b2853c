import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import {
  type CypherBars,
  LEAST_AHEAD_MS,
  MOST_AHEAD_MS,
  MOST_HOSTED,
  type Pace,
  QUARTER_MS,
  REMIND_MS,
} from "../../shared/cyphers";
import type { Member } from "../accounts/viewers";
import { isApart } from "../apart";
import { ring } from "../circle/rings";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError } from "../errors";
import { countHosted, findGoingOn, isAhead, isLive } from "./going";
import { lineOf } from "./line";
import { settle } from "./mic";
import { planReminder } from "./micMails";
import { listWaiting } from "./people";
import { tellWaiting } from "./tellWaiting";

type Beat = Doc<"beats">;
type CypherId = Id<"cyphers">;

/** The beat of a new cypher must have room for this many more verses. */
const LEAST_PLACES = 2;

/** The choices of a person who starts a cypher. */
export interface Choice {
  bars: CypherBars;
  pace: Pace;
  /** When a live cypher starts; null for now. */
  startsAt: number | null;
}

/**
 * Starts a cypher on a beat, or announces it.
 * @throws CYPHER_EXISTS, CYPHERS_TOO_MANY, CYPHER_NO_ROOM, CYPHER_TIME,
 * BEAT_FILE_MISSING, APART
 */
export async function openCypher(
  ctx: WriteCtx,
  { userId: hostId }: Member,
  beat: Beat,
  choice: Choice,
): Promise<CypherId> {
  await requireStage(ctx, hostId, beat);
  const { bars, pace, startsAt } = choice;
  if (startsAt !== null && !isTime(choice)) throw appError("CYPHER_TIME");
  const cypherId = await ctx.db.insert("cyphers", {
    beatId: beat._id,
    hostId,
    bars,
    pace,
    status: "announced",
    ...(startsAt && { startsAt }),
    endReason: null,
    endedAt: null,
    turnNo: 0,
    micUserId: null,
    micDueAt: null,
    micSendingUntil: null,
    micJobId: null,
    isLatenessGiven: false,
    idleJobId: null,
    nextStartBar: 1,
    lastRapperId: null,
    verseCount: 0,
    createdAt: Date.now(),
  });
  if (startsAt === null) await openNow(ctx, cypherId);
  else await planStart(ctx, cypherId, startsAt);
  const event = { kind: "cypherOpened", subjectId: cypherId } as const;
  await ring(ctx, { userId: beat.producerId, ...event, actorId: hostId });
  return cypherId;
}

/** Throws unless a cypher can start on a beat. */
async function requireStage(
  ctx: ReadCtx,
  hostId: Id<"users">,
  { _id: beatId, producerId, versesLimit, verseCount, storageId }: Beat,
): Promise<void> {
  if (await isApart(ctx, hostId, producerId)) throw appError("APART");
  if (await findGoingOn(ctx, beatId)) throw appError("CYPHER_EXISTS");
  if ((await countHosted(ctx, hostId)) >= MOST_HOSTED)
    throw appError("CYPHERS_TOO_MANY");
  if (versesLimit - verseCount < LEAST_PLACES) throw appError("CYPHER_NO_ROOM");
  if ((await ctx.db.system.get("_storage", storageId)) === null)
    throw appError("BEAT_FILE_MISSING");
}

/**
 * Returns whether the start can be announced: only for a live cypher, at a full
 * quarter of an hour, and within two weeks.
 */
function isTime(choice: Choice): boolean {
  const startsAt = choice.startsAt ?? 0;
  const aheadMs = startsAt - Date.now();
  return (
    isLive(choice) &&
    startsAt % QUARTER_MS === 0 &&
    aheadMs >= LEAST_AHEAD_MS &&
    aheadMs <= MOST_AHEAD_MS
  );
}

/** Plans the reminder, which plans the start. */
export async function planStart(
  ctx: WriteCtx,
  cypherId: CypherId,
  startsAt: number,
): Promise<void> {
  const { remind } = internal.cyphers;
  const at = startsAt - REMIND_MS;
  const idleJobId = await ctx.scheduler.runAt(at, remind, { cypherId });
  await ctx.db.patch("cyphers", cypherId, { idleJobId });
}

/** Plans the start of a cypher after its reminder was sent. */
export async function planOpening(
  ctx: WriteCtx,
  cypherId: CypherId,
): Promise<void> {
  const cypher = await ctx.db.get("cyphers", cypherId);
  if (cypher?.status !== "announced") return;
  const { openAt } = internal.cyphers;
  const at = cypher.startsAt ?? Date.now();
  const idleJobId = await ctx.scheduler.runAt(at, openAt, { cypherId });
  await ctx.db.patch("cyphers", cypherId, { idleJobId });
}

/**
 * Opens an announced cypher. The beat of a live cypher runs from then on. Also
 * tells those who asked after the reminder went out.
 */
export async function openNow(
  ctx: WriteCtx,
  cypherId: CypherId,
): Promise<void> {
  const cypher = await ctx.db.get("cyphers", cypherId);
  if (cypher?.status !== "announced") return;
  const ride = { at: Date.now(), bar: cypher.nextStartBar };
  const opened = { status: "open", ...(isLive(cypher) && { ride }) } as const;
  await ctx.db.patch("cyphers", cypherId, { ...opened, idleJobId: null });
  const [waiting] = await listWaiting(ctx, cypherId, 1);
  const { remindMore } = internal.cyphers;
  if (waiting) await ctx.scheduler.runAfter(0, remindMore, { cypherId });
  await settle(ctx, cypherId);
}

/**
 * Tells some of the people who asked that a cypher starts. Those in line may be
 * told twice, but their bell shows it once. Returns whether there are more.
 */
export async function tellStart(
  ctx: WriteCtx,
  cypherId: CypherId,
): Promise<{ hasMore: boolean }> {
  const cypher = await ctx.db.get("cyphers", cypherId);
  if (cypher === null) return { hasMore: false };
  const { hasMore } = await tellWaiting(ctx, cypher, "cypherStarts");
  return { hasMore };
}

/** Tells those in line by bell and mail that their cypher starts soon. */
export async function remindLine(
  ctx: WriteCtx,
  cypherId: CypherId,
): Promise<void> {
  const cypher = await ctx.db.get("cyphers", cypherId);
  if (!cypher || !isAhead(cypher)) return;
  for (const { userId } of await lineOf(ctx, cypherId)) {
    const event = { kind: "cypherStarts", subjectId: cypherId } as const;
    await ring(ctx, { userId, ...event, actorId: null });
    await planReminder(ctx, cypherId, userId);
  }
}
