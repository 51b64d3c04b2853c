/**
 * Turns for joining uploads. A join holds a whole file in memory, so only a few
 * run at a time, and never two of the same upload.
 */
import type { Doc } from "../../_generated/dataModel";
import { SECOND_MS } from "../../shared/limits";
import type { ReadCtx } from "../contexts";

/** After this time, a join that was started counts as failed. */
const JOINING_MS = 30 * SECOND_MS;

/** For all callers together. */
const MAX_JOINS = 2;

/** Returns whether an upload can be joined now. */
export async function isTurnOf(
  ctx: ReadCtx,
  { joiningSince }: Doc<"uploads">,
): Promise<boolean> {
  const now = Date.now();
  const isJoining =
    joiningSince !== undefined && Math.abs(now - joiningSince) < JOINING_MS;
  if (isJoining) return false;
  const joining = await ctx.db
    .query("uploads")
    .withIndex("by_joiningSince", (q) =>
      q
        .gt("joiningSince", now - JOINING_MS)
        .lt("joiningSince", now + JOINING_MS),
    )
    .take(MAX_JOINS);
  return joining.length < MAX_JOINS;
}
