import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { checkClaim } from "../../shared/claimFields";
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
  await requireReachable(ctx, fieldsOf(checkClaim(claim)).email);
  return ctx.runMutation(internal.claims.open, claim);
}
