import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { WriteCtx } from "../contexts";
import { findDeparture } from "./departures/departures";
import { closeAccount } from "./removeProfile";

/**
 * Removes an account that was never confirmed: closes it in this transaction,
 * so that its address is free at once, and removes the rest in turns.
 */
export async function removeAccount(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  await startRemoval(ctx, userId);
  await ctx.scheduler.runAfter(0, internal.leaving.removeDue, {});
}

/**
 * Closes the account in this transaction, so that nobody confirms it between the
 * caller's check and the removal. The caller schedules `leaving.removeDue`.
 */
export async function startRemoval(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  const undone = await findDeparture(ctx, userId);
  if (undone) await ctx.db.delete("departures", undone._id);
  const now = Date.now();
  const row = { userId, requestedAt: now, dueAt: now, keptAt: null };
  const id = await ctx.db.insert("departures", row);
  const departure = await ctx.db.get("departures", id);
  if (departure) await closeAccount(ctx, departure);
}
