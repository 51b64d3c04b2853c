import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { kindsClosedBy } from "../../shared/moderation";
import type { WriteCtx } from "../contexts";
import { closeClaim } from "../cases/claimOutcomes";
import { countInMonth } from "../cases/monthCounts";
import { openCasesOn } from "../openCases";
import { listPendingOn } from "./pending";

type Case = Doc<"cases">;

const CLOSED_PER_TURN = 200;

/**
 * Closes the decided case, and the cases on the same item that the decision
 * closes too and that were opened before a time, at most that of the decision.
 */
export async function closeCases(
  ctx: WriteCtx,
  found: Case,
  rest: { decisionId: Id<"decisions">; beforeAt: number },
): Promise<void> {
  await close(ctx, found, rest.decisionId);
  await closeRest(ctx, rest);
}

/**
 * Closes the next open cases on the item that the decision closes too. A case
 * that was opened later stays open: nobody has decided about it. So does one
 * about which another decision waits.
 */
export async function closeRest(
  ctx: WriteCtx,
  rest: { decisionId: Id<"decisions">; beforeAt: number },
): Promise<void> {
  const { decisionId, beforeAt } = rest;
  const decision = await ctx.db.get("decisions", decisionId);
  const decided = decision && (await ctx.db.get("cases", decision.caseId));
  if (!decided) return;
  const kinds = kindsClosedBy(decided, decision.decision);
  const open = await openCasesOn(
    ...([ctx, decided, kinds, CLOSED_PER_TURN] as const),
    Math.min(beforeAt, decision._creationTime),
  );
  const waiting = await listPendingOn(ctx, decided);
  const others = open.filter(
    ({ _id }) => !waiting.some(({ caseId }) => caseId === _id),
  );
  for (const other of others) await close(ctx, other, decisionId);
  if (others.length === 0) return;
  await ctx.scheduler.runAfter(0, internal.moderation.closeRest, rest);
}

async function close(ctx: WriteCtx, found: Case, decisionId: Id<"decisions">) {
  const decidedAt = Date.now();
  const acknowledgedAt = found.acknowledgedAt ?? decidedAt;
  const closed = { decidedAt, acknowledgedAt, decisionId };
  await ctx.db.patch("cases", found._id, closed);
  if (found.kind === "claim") {
    await countInMonth(ctx, found.kind);
    await showNextClaim(ctx, found);
  }
  await closeClaim(ctx, found);
}

/**
 * If the claim that was decided had others behind it, shows the next one: the
 * queue shows one claim on an item at a time. See `isRepeated`.
 */
async function showNextClaim(ctx: WriteCtx, found: Case): Promise<void> {
  if (found.isRepeated === true) return;
  const waiting = await openCasesOn(ctx, found, ["claim"], CLOSED_PER_TURN);
  const next = waiting.find(({ isRepeated }) => isRepeated === true);
  if (next) await ctx.db.patch("cases", next._id, { isRepeated: undefined });
}
