import type { Doc } from "../../_generated/dataModel";
import type { PendingDecision, Queue, QueuedCase } from "../../shared/cases";
import type { Member } from "../accounts/viewers";
import type { ReadCtx } from "../contexts";
import { isUrgent } from "../../shared/safety";
import { dueAtOf } from "../safety/cases";
import { actorOf } from "./cases";
import { titleOf } from "./items";
import { listPending, pendingCloses } from "./pending";
import { findRefusal } from "./refusals";

type Case = Doc<"cases">;

const SHOWN = 50;
/** Leaves room for cases that this moderator cannot decide, or not now. */
const SCANNED = 100;

/**
 * Returns the cases that come first and that this moderator may decide: those for
 * an urgent reason, then what is due first. The cost does not depend on the length
 * of the queue.
 */
export async function loadQueue(ctx: ReadCtx, viewer: Member): Promise<Queue> {
  const { open, isCut } = await firstOpen(ctx);
  const actor = actorOf(viewer);
  const isClosing = await pendingCloses(ctx);
  const waiting: Case[] = [];
  let forOthers = 0;
  for (const found of open) {
    if ((await findRefusal(ctx, actor, found)) !== null) forOthers += 1;
    else if (!isClosing(found)) waiting.push(found);
  }
  const shown = waiting.slice(0, SHOWN);
  return {
    cases: await Promise.all(shown.map((found) => queuedCase(ctx, found))),
    hasMore: waiting.length > SHOWN || isCut,
    forOthers,
    pending: await loadPending(ctx, viewer),
  };
}

/**
 * Reads up to as many cases as are scanned: the urgent ones, then those that are
 * due first. Some urgent ones are among those too. Cases from before lack `dueAt`
 * until they are acknowledged, and are read first; they lack `isUrgent`, and are
 * found when they are due.
 */
async function firstOpen(
  ctx: ReadCtx,
): Promise<{ open: Case[]; isCut: boolean }> {
  const urgent = await ctx.db
    .query("cases")
    .withIndex("by_decidedAt_and_isUrgent_and_dueAt", (q) =>
      q.eq("decidedAt", null).eq("isUrgent", true),
    )
    .take(SCANNED);
  const soon = await ctx.db
    .query("cases")
    .withIndex("by_decidedAt_and_dueAt", (q) => q.eq("decidedAt", null))
    .take(SCANNED - urgent.length);
  const open = new Map([...urgent, ...soon].map((found) => [found._id, found]));
  return {
    open: [...open.values()].sort(comesFirst),
    isCut: urgent.length + soon.length === SCANNED,
  };
}

const comesFirst = (one: Case, other: Case): number =>
  Number(isUrgent(other.reason)) - Number(isUrgent(one.reason)) ||
  dueAtOf(one) - dueAtOf(other);

async function queuedCase(ctx: ReadCtx, found: Case): Promise<QueuedCase> {
  return { ...caseFields(found), about: await titleOf(ctx, found) };
}

/** Picks what the queue and the screen of one case both show. */
export function caseFields(found: Case) {
  const { number, kind, reason, subjectType, subjectId } = found;
  const { createdAt, acknowledgedAt } = found;
  return {
    id: found._id,
    ...{ number, kind, reason, subjectType, subjectId },
    ...{ createdAt, acknowledgedAt },
    dueAt: dueAtOf(found),
  };
}

async function loadPending(
  ctx: ReadCtx,
  { userId }: Member,
): Promise<PendingDecision[]> {
  const rows = await listPending(ctx, userId);
  return Promise.all(
    rows.map(async ({ _id, caseId, decision, suspension, dueAt }) => {
      const found = await ctx.db.get("cases", caseId);
      const about = found ? await titleOf(ctx, found) : "";
      return { id: _id, caseId, about, decision, suspension, dueAt };
    }),
  );
}
