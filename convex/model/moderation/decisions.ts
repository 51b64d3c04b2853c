import type { Doc, Id } from "../../_generated/dataModel";
import type { DecisionSummary } from "../../shared/moderation";
import type { ReadCtx, WriteCtx } from "../contexts";

/**
 * The log of decisions. This is the only module that adds to its table. Nothing
 * deletes rows; the only change is that people who leave are taken out of them.
 */
export const logDecision = (
  ctx: WriteCtx,
  row: Omit<Doc<"decisions">, "_id" | "_creationTime">,
): Promise<Id<"decisions">> => ctx.db.insert("decisions", row);

/**
 * Returns the latest decisions about a person's profile and content, newest
 * first.
 */
export async function listDecisionsAbout(
  ctx: ReadCtx,
  ownerId: Id<"users">,
  most: number,
): Promise<DecisionSummary[]> {
  const rows = await ctx.db
    .query("decisions")
    .withIndex("by_ownerId_and_createdAt", (q) => q.eq("ownerId", ownerId))
    .order("desc")
    .take(most);
  return rows.map(decisionSummary);
}

/** Leaves out the moderator, because the author must not learn who decided. */
export function decisionSummary(row: Doc<"decisions">): DecisionSummary {
  const { subjectType, about, decision, suspendedUntil } = row;
  const { grounds, reason, createdAt } = row;
  return {
    id: row._id,
    ...{ subjectType, about, decision, suspendedUntil },
    ...{ grounds, reason, createdAt },
  };
}
