import type { Doc } from "../../_generated/dataModel";
import type {
  PendingDecision,
  Queue,
  QueuedCase,
} from "../../shared/moderation";
import type { Member } from "../accounts/viewers";
import type { ReadCtx } from "../contexts";
import { type CaseKind, isUrgent } from "../../shared/safety";
import { dueAtOf } from "../cases/cases";
import { actorOf } from "./readableCases";
import { titleOf } from "../cases/subjects";
import { listPending, pendingCloses } from "./pending";
import { findRefusal } from "./refusals";

type Case = Doc<"cases">;

const SHOWN = 50;
/**
 * The most cases read from one list, because its first cases may be for other
 * moderators.
 */
const MOST_READ = 300;
/**
 * Each kind of case has a list of its own, and the first few of each list are
 * shown, however long the other lists are. Otherwise somebody could bury the
 * reports of members under claims, which need no account.
 */
const KINDS = ["report", "sameAudio", "claim", "appeal"] as const;
const SHOWN_OF_EACH = 10;
/**
 * Cases about moderators, and claims with a moderator's address, have lists of
 * their own. Otherwise somebody could hide the other cases behind cases that
 * the only moderator may not decide.
 */
const ABOUT_MODERATOR = [undefined, true] as const;

type AboutModerator = (typeof ABOUT_MODERATOR)[number];

interface FirstCases {
  seen: Set<Case["_id"]>;
  waiting: Case[];
  forOthers: number;
}
type Place = "waiting" | "forOthers" | "closing";

/**
 * Returns the first cases that this moderator may decide: urgent ones, then
 * those that are due first. The cost does not depend on the length of the
 * queue.
 */
export async function loadQueue(ctx: ReadCtx, viewer: Member): Promise<Queue> {
  const placeOf = await makePlaceOf(ctx, viewer);
  const first: FirstCases = { seen: new Set(), waiting: [], forOthers: 0 };
  let isCut = false;
  for (const about of ABOUT_MODERATOR) {
    const isListCut = await readInto(first, urgentCases(ctx, about), placeOf);
    isCut ||= isListCut;
  }
  // If urgent cases fill the screen, nothing else is read.
  const kinds = first.waiting.length > SHOWN ? [] : KINDS;
  for (const kind of kinds) {
    for (const about of ABOUT_MODERATOR) {
      const list = casesByTime(ctx, kind, about);
      const isListCut = await readInto(first, list, placeOf);
      isCut ||= isListCut;
    }
  }
  const { waiting, forOthers } = first;
  const shown = chooseShown(waiting.sort(comesFirst));
  return {
    cases: await Promise.all(shown.map((found) => queuedCase(ctx, found))),
    hasMore: isCut || waiting.length > SHOWN,
    forOthers,
    pending: await loadPending(ctx, viewer),
  };
}

/**
 * Chooses the cases to show from sorted ones: the urgent cases, the first few
 * of each kind, then the next.
 */
function chooseShown(sorted: readonly Case[]): Case[] {
  const isKept = new Set<Case>();
  const count = { report: 0, sameAudio: 0, claim: 0, appeal: 0 };
  for (const found of sorted) {
    if (isUrgent(found.reason) || (count[found.kind] += 1) <= SHOWN_OF_EACH)
      isKept.add(found);
  }
  const free = SHOWN - isKept.size;
  const others = sorted.filter((found) => !isKept.has(found));
  for (const found of others.slice(0, Math.max(0, free))) isKept.add(found);
  return sorted.filter((found) => isKept.has(found)).slice(0, SHOWN);
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
 * Reads cases from a list until more of them wait than are shown. Returns
 * whether some may be left unread.
 */
async function readInto(
  first: FirstCases,
  cases: AsyncIterable<Case>,
  placeOf: (found: Case) => Promise<Place>,
): Promise<boolean> {
  let read = 0;
  let waiting = 0;
  for await (const found of cases) {
    if (first.seen.has(found._id)) continue;
    if (read === MOST_READ || waiting > SHOWN) return true;
    read += 1;
    first.seen.add(found._id);
    if (isRepeatedClaim(first.waiting, found)) continue;
    const place = await placeOf(found);
    if (place === "forOthers") first.forOthers += 1;
    if (place !== "waiting") continue;
    waiting += 1;
    first.waiting.push(found);
  }
  return false;
}

/**
 * The queue shows one claim on each item; the next claim follows when that one
 * is decided. Newer claims are marked as repeated, and are not even read.
 */
const isRepeatedClaim = (waiting: readonly Case[], found: Case) =>
  found.kind === "claim" &&
  waiting.some(
    ({ kind, subjectId }) => kind === "claim" && subjectId === found.subjectId,
  );

const urgentCases = (ctx: ReadCtx, about: AboutModerator) =>
  ctx.db
    .query("cases")
    .withIndex(
      "by_decidedAt_and_isAboutModerator_and_isUrgent_and_dueAt",
      (q) =>
        q
          .eq("decidedAt", null)
          .eq("isAboutModerator", about)
          .eq("isUrgent", true),
    );

/**
 * Lists the open cases of a kind by the time they are due, urgent ones
 * included. Cases from earlier versions lack `dueAt` until they are
 * acknowledged, so they come first. They also lack `isUrgent`, so they are
 * found when they are due.
 */
const casesByTime = (ctx: ReadCtx, kind: CaseKind, about: AboutModerator) =>
  ctx.db
    .query("cases")
    .withIndex(
      "by_decidedAt_and_kind_and_isRepeated_and_about_and_dueAt",
      (q) =>
        q
          .eq("decidedAt", null)
          .eq("kind", kind)
          .eq("isRepeated", undefined)
          .eq("isAboutModerator", about),
    );

const comesFirst = (one: Case, other: Case): number =>
  Number(isUrgent(other.reason)) - Number(isUrgent(one.reason)) ||
  dueAtOf(one) - dueAtOf(other);

async function queuedCase(ctx: ReadCtx, found: Case): Promise<QueuedCase> {
  return { ...caseFields(found), about: await titleOf(ctx, found) };
}

/** Picks the fields that the queue and the page of a case both show. */
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
