import type { Doc, Id } from "../../_generated/dataModel";
import type { WriteCtx } from "../contexts";

/** At most this many decisions of one person, or on one item, can be undone. */
const MOST_PENDING = 100;

/**
 * Drops the decisions of this person that have not been carried out yet. The
 * cases stay open for other moderators. Returns the number of dropped
 * decisions.
 */
export async function dropPendingBy(
  ctx: WriteCtx,
  moderatorId: Id<"users">,
): Promise<number> {
  const pending = await ctx.db
    .query("pendingDecisions")
    .withIndex("by_moderatorId", (q) => q.eq("moderatorId", moderatorId))
    .take(MOST_PENDING);
  for (const row of pending) await drop(ctx, row);
  return pending.length;
}

/** Drops decisions about a case that have not been carried out yet. */
export async function dropPendingAbout(
  ctx: WriteCtx,
  { _id, subjectId }: Doc<"cases">,
): Promise<void> {
  const pending = await ctx.db
    .query("pendingDecisions")
    .withIndex("by_subjectId", (q) => q.eq("subjectId", subjectId))
    .take(MOST_PENDING);
  for (const row of pending) if (row.caseId === _id) await drop(ctx, row);
}

async function drop(
  ctx: WriteCtx,
  { _id, jobId }: Doc<"pendingDecisions">,
): Promise<void> {
  await ctx.db.delete("pendingDecisions", _id);
  if (jobId !== null) await ctx.scheduler.cancel(jobId);
}
