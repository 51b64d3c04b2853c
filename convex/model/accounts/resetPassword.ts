import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { appError, refuse } from "../errors";
import { checkPassword } from "../../shared/checkPassword";
import { checkNewPassword } from "./checkNewPassword";
import { hashPassword, newSalt } from "./passwords";

/**
 * Sets a new password with a mailed code. Ends every session of the account,
 * including the caller's. Hashes the password only after the code has been
 * checked, because hashing is expensive.
 */
export async function resetPassword(
  ctx: ActionCtx,
  args: { email: string; code: string; newPassword: string; device?: string },
): Promise<void> {
  const { email, code, newPassword, device = "" } = args;
  refuse(checkPassword(newPassword));
  const owner: { username: string } | null = await ctx.runMutation(
    internal.account.admitReset,
    { email, code },
  );
  if (owner === null) throw appError("RESET_LINK_INVALID");
  refuse(checkNewPassword(newPassword, { email, ...owner }));
  const secret = await hashPassword(newPassword, newSalt());
  const isRedeemed: boolean = await ctx.runMutation(
    internal.account.redeemResetCode,
    { email, code, secret, device },
  );
  if (!isRedeemed) throw appError("RESET_LINK_INVALID");
}
