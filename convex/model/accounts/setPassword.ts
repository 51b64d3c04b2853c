import type { Doc, Id } from "../../_generated/dataModel";
import type { WriteCtx } from "../contexts";
import { stopPendingChange } from "./emailChanges";
import { forgetDevices, rememberDevice } from "./knownDevices";
import { spendCodes } from "./mailedCodes";
import { endSessions } from "./sessions";

/**
 * Gives an account a new password, all in the caller's transaction: ends all
 * sessions except `keptId`, makes mailed reset links useless and forgets all
 * devices except this one. A pending change of e-mail is cancelled: someone who
 * knew the old password may have asked for it.
 */
export async function setPassword(
  ctx: WriteCtx,
  { _id, userId }: Doc<"authAccounts">,
  { secret, device }: { secret: string; device: string },
  keptId: Id<"authSessions"> | null = null,
): Promise<void> {
  await ctx.db.patch("authAccounts", _id, { secret });
  await endSessions(ctx, userId, keptId);
  await spendCodes(ctx, userId, "reset");
  await stopPendingChange(ctx, userId);
  await forgetDevices(ctx, userId);
  await rememberDevice(ctx, userId, device);
}
