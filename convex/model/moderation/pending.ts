import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import {
  closesTogether,
  DECISIONS,
  type SuspensionLength,
} from "../../shared/moderation";
import { MAX_NOTE_LENGTH, UNDO_MS } from "../../shared/limits";
import { cleanParagraphs } from "../../shared/plainText";
import type { Decision } from "../../shared/safety";
import type { Member } from "../accounts/viewers";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError } from "../errors";
import { enforceLimit } from "../rateLimits/rateLimits";
import { loadCase } from "../cases/cases";
import { actorOf } from "./readableCases";
import { findRefusal } from "./refusals";

type Case = Doc<"cases">;
type Pending = Doc<"pendingDecisions">;

export interface NewDecision {
  caseId: string;
  decision: Decision;
  suspension: SuspensionLength | null;
  reason: string;
}

/** One person can decide far fewer cases within the time to undo. */
const MOST_PENDING = 100;

/**
 * Records a decision, to be carried out when the time to undo is over. The
 * server holds it, so closing the page does not lose it.
 * @throws CASE_NOT_FOUND, CASE_DECIDED, CASE_BEING_DECIDED, DECISION_UNFIT,
 * NOTE_TOO_LONG, OWN_CONTENT, OWN_REPORT, OWN_DECISION, RATE_LIMITED
 */
export async function decideLater(
  ctx: WriteCtx,
  viewer: Member,
  { caseId, ...given }: NewDecision,
): Promise<Id<"pendingDecisions">> {
  const reason = cleanParagraphs(given.reason);
  if (reason.length > MAX_NOTE_LENGTH) throw appError("NOTE_TOO_LONG");
  await enforceLimit(ctx, "moderate", viewer.userId);
  const found = await loadCase(ctx, caseId);
  requireFit(found, given);
  const refusal = await findRefusal(ctx, actorOf(viewer), found);
  if (refusal !== null) throw appError(refusal);
  if (found.decidedAt !== null) throw appError("CASE_DECIDED");
  if (await isBeingDecided(ctx, found)) throw appError("CASE_BEING_DECIDED");
  return schedule(ctx, viewer, found, { ...given, reason });
}

async function schedule(
  ctx: WriteCtx,
  viewer: Member,
  { _id, subjectId }: Case,
  { decision, suspension, reason }: Omit<NewDecision, "caseId">,
) {
  const pendingId = await ctx.db.insert("pendingDecisions", {
    caseId: _id,
    subjectId,
    moderatorId: viewer.userId,
    ...{ decision, suspension, reason },
    dueAt: Date.now() + UNDO_MS,
    jobId: null,
  });
  const job = internal.moderation.carryOut;
  const jobId = await ctx.scheduler.runAfter(UNDO_MS, job, { pendingId });
  await ctx.db.patch("pendingDecisions", pendingId, { jobId });
  return pendingId;
}

/**
 * Withdraws a decision of this moderator that has not been carried out yet.
 * @throws UNDO_TOO_LATE, RATE_LIMITED
 */
export async function undoDecision(
  ctx: WriteCtx,
  viewer: Member,
  pendingId: string,
): Promise<void> {
  await enforceLimit(ctx, "moderate", viewer.userId);
  const id = ctx.db.normalizeId("pendingDecisions", pendingId);
  const pending = id && (await ctx.db.get("pendingDecisions", id));
  if (pending?.moderatorId !== viewer.userId) throw appError("UNDO_TOO_LATE");
  await ctx.db.delete("pendingDecisions", pending._id);
  if (pending.jobId !== null) await ctx.scheduler.cancel(pending.jobId);
}

/** Returns the moderator's decisions that can still be undone, oldest first. */
export const listPending = (ctx: ReadCtx, moderatorId: Id<"users">) =>
  ctx.db
    .query("pendingDecisions")
    .withIndex("by_moderatorId", (q) => q.eq("moderatorId", moderatorId))
    .take(MOST_PENDING);

/** Returns the decisions of all moderators on an item that can still be undone. */
export const listPendingOn = (
  ctx: ReadCtx,
  { subjectId }: Pick<Case, "subjectId">,
): Promise<Pending[]> =>
  ctx.db
    .query("pendingDecisions")
    .withIndex("by_subjectId", (q) => q.eq("subjectId", subjectId))
    .take(MOST_PENDING);

/**
 * Returns a function that tells whether a pending decision, of any moderator,
 * will close a case.
 */
export async function pendingCloses(
  ctx: ReadCtx,
): Promise<(found: Case) => boolean> {
  const pending = await ctx.db.query("pendingDecisions").take(MOST_PENDING);
  return makeCloses(ctx, pending);
}

/** Returns whether a pending decision, of any moderator, will close this case. */
export async function isBeingDecided(
  ctx: ReadCtx,
  found: Case,
): Promise<boolean> {
  const closes = await makeCloses(ctx, await listPendingOn(ctx, found));
  return closes(found);
}

async function makeCloses(ctx: ReadCtx, all: readonly Pending[]) {
  const waiting = await Promise.all(
    all.map(async (pending) => ({
      decided: await ctx.db.get("cases", pending.caseId),
      pending,
    })),
  );
  return (found: Case) =>
    waiting.some(
      ({ decided, pending }) =>
        decided !== null && closes(decided, pending, found),
    );
}

const closes = (decided: Case, pending: Pending, found: Case): boolean =>
  decided._id === found._id ||
  (closesTogether(decided, pending.decision, found) &&
    found._creationTime < closesUntil(pending));

/**
 * Returns the time before which a case was opened if a decision closes it too.
 * Only a removal closes those that come while it can be undone: nothing is left
 * to decide about. Other late cases may tell of something worse.
 */
export const closesUntil = ({ decision, _creationTime }: Pending): number =>
  decision === "remove" ? Infinity : _creationTime;

/** @throws DECISION_UNFIT */
function requireFit(
  { kind }: Case,
  { decision, suspension }: Omit<NewDecision, "caseId" | "reason">,
) {
  const isKnown = DECISIONS[kind].includes(decision);
  const hasLength = (decision === "suspend") === (suspension !== null);
  if (!isKnown || !hasLength) throw appError("DECISION_UNFIT");
}
