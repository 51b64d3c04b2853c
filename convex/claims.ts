import { v } from "convex/values";
import {
  defenceMutation,
  internalMutation,
  internalQuery,
  internalVisitorMutation,
  publicAction,
  publicMutation,
} from "./functions";
import * as Claims from "./model/moderation/claims";
import { confirmClaim, readClaim } from "./model/moderation/confirmClaim";
import { fileClaim } from "./model/moderation/fileClaim";
import * as Outcomes from "./model/cases/claimOutcomes";
import * as WaitingClaims from "./model/moderation/waitingClaims";
import { enforceOriginLimit } from "./model/rateLimits/rateLimits";
import {
  claimConfirmationValidator,
  outcomeMailValidator,
  waitingClaimValidator,
} from "./shared/moderation";
import { languageValidator } from "./shared/validators";

const claimArgs = {
  name: v.string(),
  email: v.string(),
  link: v.string(),
  work: v.string(),
  proof: v.string(),
  signature: v.string(),
  language: v.optional(languageValidator),
};

/**
 * Claims the beat or verse behind a link. Open to everyone, without an account
 * too. Returns the number of the case if the caller's account has confirmed the
 * address. Otherwise mails a link, in `language`, and returns null; `confirm`
 * then opens the case. When the case opens, the uploader is told; nothing is
 * removed before a moderator decides. The claimant reads the outcome by mail.
 * @throws CLAIM_NAME_REQUIRED, CLAIM_NAME_TOO_LONG, EMAIL_REQUIRED,
 * EMAIL_INVALID, EMAIL_UNREACHABLE, CLAIM_LINK_INVALID, CLAIM_ITEM_NOT_FOUND,
 * CLAIM_WORK_REQUIRED, CLAIM_PROOF_REQUIRED, CLAIM_SIGNATURE_REQUIRED,
 * CLAIM_TEXT_TOO_LONG, CLAIM_OWN_ITEM, RATE_LIMITED
 */
export const create = publicAction({
  args: claimArgs,
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, args) => fileClaim(ctx, args),
});

/**
 * Checks the link of a claim before the mail server is asked about its address.
 * @throws CLAIM_LINK_INVALID, CLAIM_ITEM_NOT_FOUND
 */
export const checkLink = internalQuery({
  args: { link: v.string() },
  returns: v.null(),
  handler: async (ctx, { link }) => {
    await Claims.checkLink(ctx, link);
    return null;
  },
});

/**
 * Takes the caller's claim, after `create` has checked that mail can reach its
 * address.
 */
export const open = internalVisitorMutation({
  args: claimArgs,
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, args) => Claims.sendClaim(ctx, ctx.viewer, args),
});

/**
 * Returns the contents of a claim whose link was mailed, without opening its
 * case. Open to everyone who has the code. Reports a bad code as a `status`.
 * @throws RATE_LIMITED
 */
export const read = publicMutation({
  args: { code: v.string() },
  returns: waitingClaimValidator,
  handler: async (ctx, { code }) => {
    await enforceOriginLimit(ctx, "code");
    return readClaim(ctx, code);
  },
});

/**
 * Opens the case of a claim whose link was mailed. Open to everyone who has the
 * code, and safe to call twice. Reports a bad code as a `status`.
 * @throws RATE_LIMITED
 */
export const confirm = publicMutation({
  args: { code: v.string() },
  returns: claimConfirmationValidator,
  handler: async (ctx, { code }) => {
    await enforceOriginLimit(ctx, "code");
    return confirmClaim(ctx, code);
  },
});

/** Stores the hash of the code that a claimant is mailed. */
export const keepCode = internalMutation({
  args: { waitingId: v.id("waitingClaims"), codeHash: v.string() },
  returns: v.union(
    v.object({ email: v.string(), language: languageValidator }),
    v.null(),
  ),
  handler: async (ctx, { waitingId, codeHash }) =>
    WaitingClaims.keepClaimCode(ctx, waitingId, codeHash),
});

/**
 * Deletes claims that were not confirmed from their mailbox in time. Run by a
 * cron job.
 */
export const purge = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await WaitingClaims.purgeWaiting(ctx);
    return null;
  },
});

/**
 * Answers a claim about the viewer's own beat or verse, once and before it is
 * decided. Suspended people may do this.
 * @throws ANSWER_REQUIRED, CLAIM_TEXT_TOO_LONG, CLAIM_NOT_FOUND, CLAIM_DECIDED,
 * ANSWERED_ALREADY, RATE_LIMITED, and the codes of `defenceMutation`
 */
export const answer = defenceMutation({
  args: { caseId: v.string(), text: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Claims.answerClaim(ctx, ctx.viewer, args);
    return null;
  },
});

/** Mails a claimant about closed claims. Closing a claim schedules it. */
export const mailOutcomes = internalMutation({
  args: { claimId: v.id("claims") },
  returns: v.null(),
  handler: async (ctx, { claimId }) => {
    await Outcomes.mailOutcomes(ctx, claimId);
    return null;
  },
});

/**
 * Returns what to mail about closed claims of one address. Null if the claimant
 * wants no such mails or has left.
 */
export const outcomesFor = internalQuery({
  args: { claimIds: v.array(v.id("claims")) },
  returns: v.union(outcomeMailValidator, v.null()),
  handler: async (ctx, { claimIds }) => Outcomes.findOutcomeMail(ctx, claimIds),
});
