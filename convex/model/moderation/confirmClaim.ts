import type { ClaimConfirmation, WaitingClaim } from "../../shared/moderation";
import type { WriteCtx } from "../contexts";
import { findClaimed, openClaim } from "./claims";
import { findWaiting } from "./waitingClaims";

/**
 * Returns the contents of the claim whose link was mailed, so that the owner of
 * the mailbox can check it: a stranger may have written it in their name.
 */
export async function readClaim(
  ctx: WriteCtx,
  code: string,
): Promise<WaitingClaim> {
  const found = await findWaiting(ctx, code);
  if (typeof found === "string") return { status: found };
  const { number, name, link, work, proof, signature } = found;
  if (number !== null) return { status: "opened", number };
  return { status: "waiting", name, link, work, proof, signature };
}

/**
 * Opens the case of the claim whose link was mailed. A second click returns the
 * same number.
 */
export async function confirmClaim(
  ctx: WriteCtx,
  code: string,
): Promise<ClaimConfirmation> {
  const found = await findWaiting(ctx, code);
  if (typeof found === "string") return { status: found };
  const { _id, claimantId, number, name, email, link } = found;
  if (number !== null) return { status: "opened", number };
  const claimed = await findClaimed(ctx, claimantId, link);
  if (typeof claimed === "string") return { status: "gone" };
  const { work, proof, signature, language } = found;
  const claim = { name, email, work, proof, signature, language };
  const opened = await openClaim(ctx, claimantId, claimed, claim);
  await ctx.db.patch("waitingClaims", _id, { number: opened });
  return { status: "opened", number: opened };
}
