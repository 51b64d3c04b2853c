import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { ITEM_KINDS } from "../../shared/cases";
import type { WriteCtx } from "../contexts";
import { openCasesOn } from "./openCases";

type Case = Doc<"cases">;

const CLOSED_PER_TURN = 200;

/**
 * Closes the case with a decision. Unless it is an appeal, all other open cases
 * on the item close with it, except appeals.
 */
export async function closeCases(
  ctx: WriteCtx,
  found: Case,
  decisionId: Id<"decisions">,
): Promise<void> {
  await close(ctx, found, decisionId);
  if (found.kind !== "appeal") await closeOthers(ctx, found, decisionId);
}

/** Closes the next open cases on the item of a decision. */
export async function closeRest(
  ctx: WriteCtx,
  decisionId: Id<"decisions">,
): Promise<void> {
  const decision = await ctx.db.get("decisions", decisionId);
  if (decision) await closeOthers(ctx, decision, decisionId);
}

async function closeOthers(
  ctx: WriteCtx,
  item: Pick<Case, "subjectType" | "subjectId">,
  decisionId: Id<"decisions">,
) {
  const others = await openCasesOn(ctx, item, ITEM_KINDS, CLOSED_PER_TURN);
  for (const other of others) await close(ctx, other, decisionId);
  if (others.length === 0) return;
  await ctx.scheduler.runAfter(0, internal.moderation.closeRest, {
    decisionId,
  });
}

async function close(ctx: WriteCtx, found: Case, decisionId: Id<"decisions">) {
  const decidedAt = Date.now();
  const acknowledgedAt = found.acknowledgedAt ?? decidedAt;
  const closed = { decidedAt, acknowledgedAt, decisionId };
  await ctx.db.patch("cases", found._id, closed);
}
