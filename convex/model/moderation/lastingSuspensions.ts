import type { Doc, Id } from "../../_generated/dataModel";
import type { ReadCtx } from "../contexts";
import { findAppeal } from "./notices";

type Decision = Doc<"decisions">;

/** More suspensions than anybody gets before a suspension that never ends. */
const MOST_READ = 100;

/**
 * Returns the decision that suspends the same person for longest, counted from
 * now. Leaves out the given decision, and decisions whose appeal was granted.
 */
export async function findLongestOther(
  ctx: ReadCtx,
  { _id, ownerId }: Decision,
): Promise<Decision | null> {
  for (const other of await listLasting(ctx, ownerId)) {
    const isThis = other._id === _id;
    if (!isThis && !(await isAppealGranted(ctx, other._id))) return other;
  }
  return null;
}

/** Returns the suspensions of a person that are not over, the longest first. */
async function listLasting(
  ctx: ReadCtx,
  ownerId: Id<"users">,
): Promise<Decision[]> {
  const forGood = await ctx.db
    .query("decisions")
    .withIndex("by_ownerId_and_decision_and_suspendedUntil", (q) =>
      q
        .eq("ownerId", ownerId)
        .eq("decision", "suspend")
        .eq("suspendedUntil", null),
    )
    .take(MOST_READ);
  const forDays = await ctx.db
    .query("decisions")
    .withIndex("by_ownerId_and_decision_and_suspendedUntil", (q) =>
      q
        .eq("ownerId", ownerId)
        .eq("decision", "suspend")
        .gt("suspendedUntil", Date.now()),
    )
    .order("desc")
    .take(MOST_READ);
  return [...forGood, ...forDays];
}

async function isAppealGranted(
  ctx: ReadCtx,
  decisionId: Id<"decisions">,
): Promise<boolean> {
  const appeal = await findAppeal(ctx, decisionId);
  const found = appeal && (await ctx.db.get("cases", appeal.caseId));
  if (!found?.decisionId) return false;
  const answer = await ctx.db.get("decisions", found.decisionId);
  return answer?.decision === "grant";
}
