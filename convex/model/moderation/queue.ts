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
/** In either order. Bounds the cost if most of the first cases are for others. */
const MOST_READ = 300;

interface FirstCases {
  seen: Set<Case["_id"]>;
  waiting: Case[];
  forOthers: number;
}
type Place = "waiting" | "forOthers" | "closing";

/**
 * Returns the cases that come first and that this moderator may decide: those for
 * an urgent reason, then what is due first. The cost does not depend on the length
 * of the queue.
 */
export async function loadQueue(ctx: ReadCtx, viewer: Member): Promise<Queue> {
  const placeOf = await makePlaceOf(ctx, viewer);
  const first: FirstCases = { seen: new Set(), waiting: [], forOthers: 0 };
  const isUrgentCut = await readInto(first, urgentCases(ctx), placeOf);
  const isCut = await readInto(first, casesByTime(ctx), placeOf);
  const { waiting, forOthers } = first;
  const shown = waiting.sort(comesFirst).slice(0, SHOWN);
  return {
    cases: await Promise.all(shown.map((found) => queuedCase(ctx, found))),
    hasMore: isUrgentCut || isCut,
    forOthers,
    pending: await loadPending(ctx, viewer),
  };
}

async function makePlaceOf(ctx: ReadCtx, viewer: Member) {
  const actor = actorOf(viewer);
  const isClosing = await pendingCloses(ctx);
  return async (found: Case): Promise<Place> => {
    if ((await findRefusal(ctx, actor, found)) !== null) return "forOthers";
    return isClosing(found) ? "closing" : "waiting";
  };
}

/**
 * Reads on until more cases wait than are shown. Returns whether any may be left
 * unread.
 */
async function readInto(
  first: FirstCases,
  cases: AsyncIterable<Case>,
  placeOf: (found: Case) => Promise<Place>,
): Promise<boolean> {
  let read = 0;
  for await (const found of cases) {
    if (first.seen.has(found._id)) continue;
    if (read === MOST_READ || first.waiting.length > SHOWN) return true;
    read += 1;
    first.seen.add(found._id);
    const place = await placeOf(found);
    if (place === "waiting") first.waiting.push(found);
    if (place === "forOthers") first.forOthers += 1;
  }
  return first.waiting.length > SHOWN;
}

const urgentCases = (ctx: ReadCtx): AsyncIterable<Case> =>
  ctx.db
    .query("cases")
    .withIndex("by_decidedAt_and_isUrgent_and_dueAt", (q) =>
      q.eq("decidedAt", null).eq("isUrgent", true),
    );

/**
 * Has the urgent cases too. Cases from before lack `dueAt` until they are
 * acknowledged, and come first; they lack `isUrgent`, and are found when they are
 * due.
 */
const casesByTime = (ctx: ReadCtx): AsyncIterable<Case> =>
  ctx.db
    .query("cases")
    .withIndex("by_decidedAt_and_dueAt", (q) => q.eq("decidedAt", null));

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
