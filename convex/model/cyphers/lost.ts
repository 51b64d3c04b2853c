import type { Doc, Id } from "../../_generated/dataModel";
import type { GoingStatus } from "../../shared/cyphers";
import type { WriteCtx } from "../contexts";
import { settle } from "./mic";
import { planStart } from "./opening";

const CYPHERS_PER_TURN = 100;

/**
 * Restarts cyphers whose job is lost, for instance because the data was
 * imported, which brings no jobs. Handles one page, and returns the cursor of
 * the next; null after the last.
 */
export async function resumeLost(
  ctx: WriteCtx,
  status: GoingStatus,
  cursor: string | null,
): Promise<string | null> {
  const found = await ctx.db
    .query("cyphers")
    .withIndex("by_status_and_createdAt", (q) => q.eq("status", status))
    .paginate({ cursor, numItems: CYPHERS_PER_TURN });
  for (const cypher of found.page) await resume(ctx, cypher);
  return found.isDone ? null : found.continueCursor;
}

async function resume(
  ctx: WriteCtx,
  { _id, status, startsAt, micUserId, idleJobId }: Doc<"cyphers">,
): Promise<void> {
  if (micUserId !== null || (await isPlanned(ctx, idleJobId))) return;
  await ctx.db.patch("cyphers", _id, { idleJobId: null });
  if (status === "open") await settle(ctx, _id);
  else await planStart(ctx, _id, startsAt ?? Date.now());
}

async function isPlanned(
  ctx: WriteCtx,
  jobId: Id<"_scheduled_functions"> | null,
): Promise<boolean> {
  const job = jobId && (await ctx.db.system.get("_scheduled_functions", jobId));
  return job?.state.kind === "pending";
}
