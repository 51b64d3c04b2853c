import type { Doc, Id } from "../../_generated/dataModel";
import { suspensionEnd } from "../../shared/moderation";
import type { WriteCtx } from "../contexts";
import { countInMonth } from "../cases/monthCounts";
import { closeCases } from "./closing";
import { logDecision } from "./decisions";
import { titleOf, removeSubject } from "../cases/subjects";
import { tell } from "./notices";
import { tellRappers } from "./othersVerses";
import { closesUntil } from "./pending";
import { findAppealed, mayStillDecide } from "./refusals";
import { liftSuspension, suspendPerson } from "./suspensions";

type Pending = Doc<"pendingDecisions">;
type Case = Doc<"cases">;

/**
 * Carries out a decision whose time to undo is over: logs it, lets it take
 * effect, tells the people concerned and closes the cases. Does nothing if the
 * decision was undone, if the case is closed already, or if the moderator may
 * no longer decide.
 */
export async function carryOutDecision(
  ctx: WriteCtx,
  pendingId: Id<"pendingDecisions">,
): Promise<void> {
  const pending = await ctx.db.get("pendingDecisions", pendingId);
  if (pending === null) return;
  await ctx.db.delete("pendingDecisions", pendingId);
  const found = await ctx.db.get("cases", pending.caseId);
  if (found === null || found.decidedAt !== null) return;
  if (!(await mayStillDecide(ctx, pending.moderatorId, found))) return;
  const decisionId = await log(ctx, pending, found);
  await takeEffect(ctx, pending, found, decisionId);
  await count(ctx, pending, found);
  if (pending.decision !== "dismiss" || found.kind !== "report") {
    await tell(ctx, found, decisionId);
  }
  const beforeAt = closesUntil(pending);
  await closeCases(ctx, found, { decisionId, beforeAt });
}

async function log(
  ctx: WriteCtx,
  { moderatorId, decision, suspension, reason }: Pending,
  found: Case,
): Promise<Id<"decisions">> {
  const { subjectType, subjectId, ownerId } = found;
  const now = Date.now();
  return logDecision(ctx, {
    ...{ moderatorId, subjectType, subjectId, ownerId, decision, reason },
    caseId: found._id,
    about: await aboutOf(ctx, found),
    suspendedUntil: suspension === null ? null : suspensionEnd(suspension, now),
    grounds: found.reason,
    createdAt: now,
  });
}

/**
 * Returns the title for the log. An appeal is often about something that is
 * gone; then the decision that it appeals against has the title.
 */
async function aboutOf(ctx: WriteCtx, found: Case): Promise<string> {
  const appealed = await findAppealed(ctx, found);
  return appealed?.about ?? (await titleOf(ctx, found));
}

async function takeEffect(
  ctx: WriteCtx,
  { decision, suspension }: Pending,
  found: Case,
  decisionId: Id<"decisions">,
) {
  if (decision === "remove") {
    await tellRappers(ctx, found, decisionId);
    await removeSubject(ctx, found);
  }
  if (decision === "suspend" && suspension !== null) {
    const until = suspensionEnd(suspension, Date.now());
    await suspendPerson(ctx, { userId: found.ownerId, until, decisionId });
  }
  if (decision === "grant") {
    const appealed = await findAppealed(ctx, found);
    if (appealed) await liftSuspension(ctx, appealed);
  }
}

async function count(ctx: WriteCtx, { decision }: Pending, found: Case) {
  await countInMonth(ctx, decision);
  const isLate = Date.now() > found.decideBy;
  await countInMonth(ctx, isLate ? "late" : "onTime");
}
