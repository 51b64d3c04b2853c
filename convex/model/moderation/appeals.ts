import type { Id } from "../../_generated/dataModel";
import { APPEALABLE } from "../../shared/moderation";
import { MAX_APPEAL_LENGTH } from "../../shared/limits";
import { cleanParagraphs, isBlank } from "../../shared/plainText";
import { requireAct } from "../accounts/requireAct";
import type { Confirmed } from "../accounts/viewers";
import type { WriteCtx } from "../contexts";
import { appError } from "../errors";
import { enforceLimit } from "../rateLimits/rateLimits";
import { openCase, type CaseSubject } from "../cases/cases";
import { findAppeal } from "./notices";

/**
 * Opens the one appeal against a decision about the viewer.
 * @throws APPEAL_REQUIRED, APPEAL_TOO_LONG, DECISION_NOT_FOUND, NOT_APPEALABLE,
 * APPEALED_ALREADY, RATE_LIMITED
 */
export async function appealDecision(
  ctx: WriteCtx,
  viewer: Confirmed,
  given: { decisionId: string; text: string },
): Promise<void> {
  const text = cleanParagraphs(given.text);
  if (isBlank(text)) throw appError("APPEAL_REQUIRED");
  if (text.length > MAX_APPEAL_LENGTH) throw appError("APPEAL_TOO_LONG");
  await enforceLimit(ctx, "appeal", viewer.userId);
  const id = ctx.db.normalizeId("decisions", given.decisionId);
  const decision = id && (await ctx.db.get("decisions", id));
  if (!decision) throw appError("DECISION_NOT_FOUND");
  const { ownerId, subjectType, subjectId } = decision;
  requireAct(viewer, "decision:appeal", { ownerId });
  if (!APPEALABLE.has(decision.decision)) throw appError("NOT_APPEALABLE");
  if (await findAppeal(ctx, decision._id)) throw appError("APPEALED_ALREADY");
  const opened = await openCase(ctx, {
    ...({ subjectType, subjectId } as CaseSubject), // both come from one case
    kind: "appeal",
    reporterId: viewer.userId,
    ownerId,
    reason: decision.grounds,
    text,
  });
  await keepAppeal(ctx, decision._id, opened._id);
}

async function keepAppeal(
  ctx: WriteCtx,
  decisionId: Id<"decisions">,
  caseId: Id<"cases">,
) {
  await ctx.db.insert("appeals", { decisionId, caseId });
}
