/**
 * Mails to claimants about what became of their claims. Anyone can enter an
 * address, so each gets one such mail a day, about all claims decided since.
 */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ClaimOutcome, OutcomeMail } from "../../shared/moderation";
import { normalizeEmail } from "../../shared/email";
import { DAY_MS } from "../../shared/limits";
import { loadSettings } from "../accounts/settings";
import type { ReadCtx, WriteCtx } from "../contexts";
import { countAttempt } from "../rateLimits/attempts";
import { findClaim } from "./claimRows";
import { findSubject } from "./subjects";

type Claim = Doc<"claims">;

const MAIL_RATE = { attempts: 1, periodMs: DAY_MS };
const MOST_MAILED = 20;

/** Closes a claim, and tells the claimant by mail. Does nothing for other cases. */
export async function closeClaim(
  ctx: WriteCtx,
  found: Doc<"cases">,
): Promise<void> {
  const claim = await findClaim(ctx, found);
  if (claim === null) return;
  const mailWaits = (await hasAnswered(ctx, found, claim)) || undefined;
  await ctx.db.patch("claims", claim._id, { openOn: undefined, mailWaits });
  if (mailWaits === undefined) return;
  const job = { claimId: claim._id };
  await ctx.scheduler.runAfter(0, internal.claims.mailOutcomes, job);
}

/**
 * Returns whether somebody has confirmed a claim from the mailbox that it
 * names: anyone can enter any address. Older claims mailed no link, so for
 * those the mailbox must be that of the member who made the claim.
 */
async function hasAnswered(
  ctx: ReadCtx,
  { reporterId }: Doc<"cases">,
  { email, isConfirmed }: Claim,
): Promise<boolean> {
  if (email === "" || isConfirmed === true) return email !== "";
  const user = reporterId && (await ctx.db.get("users", reporterId));
  return (
    user?.emailVerificationTime !== undefined &&
    normalizeEmail(user.email ?? "") === email
  );
}

/**
 * Mails about all closed claims of an address, or tries again when the next mail
 * may go out. Does nothing if this claim was in another mail.
 */
export async function mailOutcomes(
  ctx: WriteCtx,
  claimId: Id<"claims">,
): Promise<void> {
  const claim = await ctx.db.get("claims", claimId);
  if (claim?.mailWaits !== true || claim.email === "") return;
  const counted = { limit: "claimOutcome", who: claim.email };
  const waitMs = await countAttempt(ctx, counted, MAIL_RATE);
  if (waitMs > 0) {
    const again = internal.claims.mailOutcomes;
    await ctx.scheduler.runAfter(waitMs, again, { claimId });
    return;
  }
  const claimIds = await takeWaiting(ctx, claim.email);
  const job = { claimIds, attempt: 1 };
  await ctx.scheduler.runAfter(0, internal.mail.sendOutcomes, job);
}

async function takeWaiting(
  ctx: WriteCtx,
  email: string,
): Promise<Id<"claims">[]> {
  const claims = await ctx.db
    .query("claims")
    .withIndex("by_email_and_mailWaits", (q) =>
      q.eq("email", email).eq("mailWaits", true),
    )
    .take(MOST_MAILED);
  for (const { _id } of claims) {
    await ctx.db.patch("claims", _id, { mailWaits: undefined });
  }
  return claims.map(({ _id }) => _id);
}

/**
 * Returns what to mail about closed claims of one address. Null if the claimant
 * wants no such mails or has left.
 */
export async function findOutcomeMail(
  ctx: ReadCtx,
  claimIds: readonly Id<"claims">[],
): Promise<OutcomeMail | null> {
  const claims = await Promise.all(
    claimIds.map((claimId) => ctx.db.get("claims", claimId)),
  );
  const told = claims
    .filter((claim) => claim !== null)
    .filter(({ email }) => email !== "");
  const outcomes = await Promise.all(
    told.map((claim) => outcomeOf(ctx, claim)),
  );
  const wanted = outcomes.filter((outcome) => outcome !== null);
  const [first] = told;
  if (!first || wanted.length === 0) return null;
  const { email, language = "en" } = first;
  return { email, language, outcomes: wanted };
}

async function outcomeOf(
  ctx: ReadCtx,
  claim: Claim,
): Promise<OutcomeMail["outcomes"][number] | null> {
  const found = await ctx.db.get("cases", claim.caseId);
  // Earlier versions planned such mails for claims that nobody had confirmed.
  if (found === null || !(await hasAnswered(ctx, found, claim))) return null;
  if (!(await wantsMail(ctx, found))) return null;
  const decision =
    found.decisionId && (await ctx.db.get("decisions", found.decisionId));
  const outcome = await outcomeBy(ctx, decision);
  const { number } = found;
  return { number, about: decision?.about ?? "", outcome };
}

/** The item may have been removed before the decision, or since then. */
async function outcomeBy(
  ctx: ReadCtx,
  decision: Doc<"decisions"> | null,
): Promise<ClaimOutcome> {
  if (decision === null || decision.decision === "grant") return "gone"; // no appeal closes a claim
  if (decision.decision === "remove") return "remove";
  return (await findSubject(ctx, decision)) === null
    ? "gone"
    : decision.decision;
}

async function wantsMail(
  ctx: ReadCtx,
  { reporterId }: Doc<"cases">,
): Promise<boolean> {
  if (reporterId === null) return true;
  return (await loadSettings(ctx, reporterId)).wantsDecisionMails;
}
