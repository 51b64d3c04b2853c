import type { Doc, Id } from "../../_generated/dataModel";
import type { CaseRefusal } from "../../shared/cases";
import { isAllowed, type Actor } from "../../shared/permissions";
import { requireNotSuspended, isModerator } from "../accounts/standing";
import type { ReadCtx } from "../contexts";
import { findProfile } from "../profiles/profiles";
import { hasOtherModerator } from "./moderators";

type Case = Doc<"cases">;

/** A verse and its words share an id, and claims may be open besides a report. */
const MOST_OWN_CASES = 20;

/**
 * Returns why this moderator may not decide about a case, or null if they may.
 * A decision closes all cases on an item, so none of them may be their own. An
 * appeal goes to the moderator who made the decision only if there is no other
 * one.
 */
export async function findRefusal(
  ctx: ReadCtx,
  actor: Actor & { userId: Id<"users"> },
  found: Case,
): Promise<CaseRefusal | null> {
  if (!isAllowed(actor, "case:decide", found)) {
    return found.ownerId === actor.userId ? "OWN_CONTENT" : "OWN_REPORT";
  }
  if (await hasOpenCaseOn(ctx, actor.userId, found)) return "OWN_REPORT";
  const appealed = await findAppealed(ctx, found);
  if (appealed?.moderatorId !== actor.userId) return null;
  return (await hasOtherModerator(ctx, actor.userId)) ? "OWN_DECISION" : null;
}

/** Returns whether a person opened a case on the item that is still open. */
async function hasOpenCaseOn(
  ctx: ReadCtx,
  reporterId: Id<"users">,
  { subjectType, subjectId }: Case,
): Promise<boolean> {
  const own = await ctx.db
    .query("cases")
    .withIndex("by_reporterId_and_subjectId_and_decidedAt", (q) =>
      q
        .eq("reporterId", reporterId)
        .eq("subjectId", subjectId)
        .eq("decidedAt", null),
    )
    .take(MOST_OWN_CASES);
  return own.some((one) => one.subjectType === subjectType);
}

/** Returns the decision that an appeal is about; null for other cases. */
export async function findAppealed(
  ctx: ReadCtx,
  { _id, kind }: Case,
): Promise<Doc<"decisions"> | null> {
  if (kind !== "appeal") return null;
  const appeal = await ctx.db
    .query("appeals")
    .withIndex("by_caseId", (q) => q.eq("caseId", _id))
    .unique();
  return appeal && (await ctx.db.get("decisions", appeal.decisionId));
}

/**
 * Returns whether the person who decided may still do so: they may have been
 * dismissed, or suspended, since.
 */
export async function mayStillDecide(
  ctx: ReadCtx,
  moderatorId: Id<"users">,
  found: Case,
): Promise<boolean> {
  const profile = await findProfile(ctx, moderatorId);
  if (profile === null || !(await isModerator(ctx, moderatorId))) return false;
  const isSuspended = await requireNotSuspended(ctx, moderatorId).then(
    () => false,
    () => true,
  );
  const { role } = profile;
  const actor = { userId: moderatorId, role, isModerator: true, isSuspended };
  return (await findRefusal(ctx, actor, found)) === null;
}
