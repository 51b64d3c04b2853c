import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { checkClaim } from "../../shared/claimFields";
import { needsUnicodeMail } from "../../shared/email";
import { requireReachable } from "../accounts/requireReachable";
import { fieldsOf } from "../errors";
import type { SentClaim } from "./claims";

/**
 * Runs `claims.create`: only an action can ask the mail server whether it
 * reaches the claimant.
 */
export async function fileClaim(
  ctx: ActionCtx,
  claim: SentClaim,
): Promise<string | null> {
  const { email, link } = fieldsOf(checkClaim(claim));
  // Do not ask the mail server about a claim that is refused anyway.
  if (needsUnicodeMail(email))
    await ctx.runQuery(internal.claims.checkLink, { link });
  await requireReachable(ctx, email);
  return ctx.runMutation(internal.claims.open, claim);
}
