import type { Id } from "../../_generated/dataModel";
import type { WriteCtx } from "../contexts";
import { forgetSettings } from "./settings";

/** Rows of one table deleted in a transaction. */
const BATCH_SIZE = 100;

/**
 * Deletes a batch of what /account keeps about a person: choices, changes of
 * e-mail, where sessions were used, and codes of mailed links. Returns whether
 * it found any.
 */
export async function removeAccountTraces(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<boolean> {
  const codes = await ctx.db
    .query("mailedCodes")
    .withIndex("by_userId_and_purpose_and_usedAt", (q) =>
      q.eq("userId", userId),
    )
    .take(BATCH_SIZE);
  for (const { _id } of codes) await ctx.db.delete("mailedCodes", _id);
  const uses = await ctx.db
    .query("sessionUses")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .take(BATCH_SIZE);
  for (const { _id } of uses) await ctx.db.delete("sessionUses", _id);
  const changes = await ctx.db
    .query("emailChanges")
    .withIndex("by_userId_and_status", (q) => q.eq("userId", userId))
    .take(BATCH_SIZE);
  for (const { _id } of changes) await ctx.db.delete("emailChanges", _id);
  await forgetSettings(ctx, userId);
  return codes.length + uses.length + changes.length > 0;
}
