import {
  invalidateSessions,
  modifyAccountCredentials,
} from "@convex-dev/auth/server";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { appError, refuse } from "../errors";
import { normalizeEmail } from "../shared/email";
import { checkPassword } from "../shared/passwordRule";
import { PASSWORD_PROVIDER } from "./accounts";
import { hashPassword, newSalt } from "./passwords";

/** Every session of the account ends, also the one that may have asked. */
export async function resetPassword(
  ctx: ActionCtx,
  args: { email: string; code: string; newPassword: string },
): Promise<void> {
  refuse(checkPassword(args.newPassword));
  const email = normalizeEmail(args.email);
  const secret = await hashPassword(args.newPassword, newSalt());
  const userId: Id<"users"> | null = await ctx.runMutation(
    internal.account.redeemResetCode,
    { email, code: args.code },
  );
  if (userId === null) throw appError("RESET_LINK_INVALID");
  const account = { id: email, secret };
  await modifyAccountCredentials(ctx, { provider: PASSWORD_PROVIDER, account });
  await invalidateSessions(ctx, { userId });
}
