/**
 * Turns for joining uploads. A join holds a whole file in memory, so only a few
 * run at a time, and never two of the same upload.
 */
import type { Doc } from "../../_generated/dataModel";
import type { ReadCtx } from "../contexts";
import { isRunning, runningBetween } from "../turns";

/** For all callers together. */
const MAX_JOINS = 2;

/** Returns whether an upload can be joined now. */
export async function isTurnOf(
  ctx: ReadCtx,
  { joiningSince }: Doc<"uploads">,
): Promise<boolean> {
  if (isRunning(joiningSince)) return false;
  const { after, before } = runningBetween();
  const joining = await ctx.db
    .query("uploads")
    .withIndex("by_joiningSince", (q) =>
      q.gt("joiningSince", after).lt("joiningSince", before),
    )
    .take(MAX_JOINS);
  return joining.length < MAX_JOINS;
}
