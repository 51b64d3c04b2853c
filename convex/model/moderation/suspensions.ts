import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { DAY_MS } from "../../shared/limits";
import { findSuspension } from "../accounts/standing";
import type { WriteCtx } from "../contexts";
import { leaveMics } from "../cyphers/mic";
import { findLongestOther } from "./lastingSuspensions";

const LONGEST_WAIT_MS = 20 * DAY_MS;

interface Suspension {
  userId: Id<"users">;
  until: number | null;
  decisionId: Id<"decisions">;
}

/**
 * Suspends a person, and frees the mic that they have. Changes nothing if they
 * are suspended for longer already.
 */
export async function suspendPerson(
  ctx: WriteCtx,
  suspension: Suspension,
): Promise<void> {
  const { userId, until } = suspension;
  const current = await findSuspension(ctx, userId);
  if (current !== null) {
    if (endsAfter(current.until, until)) return;
    await ctx.db.delete("suspensions", current._id);
  }
  const suspensionId = await ctx.db.insert("suspensions", suspension);
  await scheduleEnd(ctx, suspensionId, until);
  await leaveMics(ctx, userId);
}

/**
 * Deletes a suspension whose time is over, or schedules the next check. Does
 * nothing if it is gone.
 */
export async function endSuspension(
  ctx: WriteCtx,
  suspensionId: Id<"suspensions">,
): Promise<void> {
  const suspension = await ctx.db.get("suspensions", suspensionId);
  if (suspension === null) return;
  const { until } = suspension;
  if (until !== null && until <= Date.now()) {
    await ctx.db.delete("suspensions", suspensionId);
  } else await scheduleEnd(ctx, suspensionId, until);
}

/**
 * Schedules the next check. It may run early, as some timers cannot wait for a
 * month.
 */
async function scheduleEnd(
  ctx: WriteCtx,
  suspensionId: Id<"suspensions">,
  until: number | null,
) {
  if (until === null) return;
  const at = Math.min(until, Date.now() + LONGEST_WAIT_MS);
  const job = internal.moderation.endSuspension;
  await ctx.scheduler.runAt(at, job, { suspensionId });
}

/**
 * Ends the suspension that this decision imposed, if it still lasts. If another
 * decision suspends the person for less time, that suspension then applies.
 */
export async function liftSuspension(
  ctx: WriteCtx,
  decision: Doc<"decisions">,
): Promise<void> {
  const userId = decision.ownerId;
  const suspension = await findSuspension(ctx, userId);
  if (suspension?.decisionId !== decision._id) return;
  await ctx.db.delete("suspensions", suspension._id);
  const other = await findLongestOther(ctx, decision);
  if (other === null) return;
  const { _id: decisionId, suspendedUntil: until } = other;
  await suspendPerson(ctx, { userId, until, decisionId });
}

const endsAfter = (one: number | null, other: number | null) =>
  one === null || (other !== null && one >= other);
