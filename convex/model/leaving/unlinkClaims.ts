import type { Doc, Id } from "../../_generated/dataModel";
import type { WriteCtx } from "../contexts";
import { normalizeEmail } from "../../shared/email";
import { findClaim } from "../cases/claimRows";

const ROWS_PER_TURN = 100;

/** The fields of a claim about the person who signed it, emptied. */
const NO_CLAIMANT = { name: "", email: "", proof: "", signature: "" };

/**
 * Takes the claimant out of a case. Does nothing if the case is not a claim.
 * Moderators still see the work, but not who claims it.
 */
export async function unlinkClaimant(
  ctx: WriteCtx,
  found: Doc<"cases">,
): Promise<void> {
  const claim = await findClaim(ctx, found);
  if (claim) await ctx.db.patch("claims", claim._id, NO_CLAIMANT);
}

/** Deletes the answer of the person whom a claim was about. */
export async function removeAnswer(
  ctx: WriteCtx,
  found: Doc<"cases">,
): Promise<void> {
  const claim = await findClaim(ctx, found);
  if (!claim) return;
  const unanswered = { answer: null, answeredAt: null };
  await ctx.db.patch("claims", claim._id, unanswered);
}

/**
 * Takes the claimant out of claims that were signed with this address, even if
 * they were made without signing in. Pass only a confirmed address: anyone can
 * enter a stranger's. Returns whether there may be more such claims.
 */
export async function unlinkClaimsFrom(
  ctx: WriteCtx,
  email: string,
): Promise<boolean> {
  const claims = await ctx.db
    .query("claims")
    .withIndex("by_email_and_mailWaits", (q) =>
      q.eq("email", normalizeEmail(email)),
    )
    .take(ROWS_PER_TURN);
  for (const { _id } of claims) await ctx.db.patch("claims", _id, NO_CLAIMANT);
  return claims.length > 0;
}

/**
 * Takes a beat or verse out of cases that say it had the same audio before.
 * Returns whether there may be more such cases.
 */
export async function unlinkMatches(
  ctx: WriteCtx,
  contentId: Id<"beats"> | Id<"verses">,
): Promise<boolean> {
  const cases = await ctx.db
    .query("cases")
    .withIndex("by_matchesId", (q) => q.eq("matchesId", contentId))
    .take(ROWS_PER_TURN);
  for (const { _id } of cases) {
    await ctx.db.patch("cases", _id, { matchesId: undefined });
  }
  return cases.length > 0;
}
