import type { Doc } from "../../_generated/dataModel";
import type { CaseRefusal } from "../../shared/moderation";
import type { Member } from "../accounts/viewers";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError, refuse } from "../errors";
import { enforceLimit } from "../rateLimits/rateLimits";
import { dueAtOf, loadCase } from "../cases/cases";
import type { Moderator } from "./interests";
import { findRefusal } from "./refusals";

/**
 * Returns a case, and the reason why the moderator may not decide about it, if
 * there is one.
 * @throws CASE_NOT_FOUND, and OWN_CONTENT for a case about the viewer's own
 * content, whose reports they must not read
 */
export async function loadReadableCase(
  ctx: ReadCtx,
  viewer: Member,
  caseId: string,
): Promise<{ found: Doc<"cases">; refusal: CaseRefusal | null }> {
  const found = await loadCase(ctx, caseId);
  const refusal = await findRefusal(ctx, actorOf(viewer), found);
  if (refusal === "OWN_CONTENT") throw appError(refusal);
  return { found, refusal };
}

/**
 * Notes that a moderator who may decide about a case has opened it. Later calls
 * change nothing.
 * @throws CASE_NOT_FOUND, OWN_CONTENT, OWN_REPORT, OWN_DECISION, RATE_LIMITED
 */
export async function acknowledgeCase(
  ctx: WriteCtx,
  viewer: Member,
  caseId: string,
): Promise<void> {
  await enforceLimit(ctx, "moderate", viewer.userId);
  const { found, refusal } = await loadReadableCase(ctx, viewer, caseId);
  refuse(refusal);
  if (found.acknowledgedAt !== null) return;
  const acknowledgedAt = Date.now();
  const dueAt = dueAtOf({ ...found, acknowledgedAt });
  await ctx.db.patch("cases", found._id, { acknowledgedAt, dueAt });
}

export const actorOf = ({ userId, email, profile }: Member): Moderator => ({
  userId,
  email,
  role: profile.role,
  isModerator: true,
});
