import { v } from "convex/values";
import {
  internalMutation,
  moderatorMutation,
  moderatorQuery,
} from "./functions";
import { carryOutDecision } from "./model/moderation/carryOut";
import { loadCaseDetails } from "./model/moderation/caseDetails";
import { acknowledgeCase } from "./model/moderation/readableCases";
import * as Closing from "./model/moderation/closing";
import * as Pending from "./model/moderation/pending";
import { loadQueue } from "./model/moderation/queue";
import * as Suspensions from "./model/moderation/suspensions";
import {
  caseDetailsValidator,
  queueValidator,
  suspensionLengthValidator,
} from "./shared/moderation";
import { decisionValidator } from "./shared/safety";

/**
 * Returns the open cases that are due first, and the caller's decisions that
 * can still be undone. Only moderators may call it. Leaves out cases that the
 * caller may not decide, and those that a pending decision will close.
 * @throws the codes of `moderatorQuery`
 */
export const queue = moderatorQuery({
  args: {},
  returns: queueValidator,
  handler: async (ctx) => loadQueue(ctx, ctx.viewer),
});

/**
 * Returns everything needed to decide about a case, but not who opened it. Only
 * moderators may call it.
 * @throws CASE_NOT_FOUND, OWN_CONTENT, and the codes of `moderatorQuery`
 */
export const get = moderatorQuery({
  args: { caseId: v.string() },
  returns: caseDetailsValidator,
  handler: async (ctx, { caseId }) => loadCaseDetails(ctx, ctx.viewer, caseId),
});

/**
 * Notes that a moderator who may decide about a case has opened it. Safe to call
 * twice.
 * @throws CASE_NOT_FOUND, OWN_CONTENT, OWN_REPORT, OWN_DECISION, RATE_LIMITED,
 * and the codes of `moderatorMutation`
 */
export const acknowledge = moderatorMutation({
  args: { caseId: v.string() },
  returns: v.null(),
  handler: async (ctx, { caseId }) => {
    await acknowledgeCase(ctx, ctx.viewer, caseId);
    return null;
  },
});

/**
 * Decides about a case, and returns the id to undo it with. The decision is
 * carried out after ten seconds, even if the page is closed. It then closes the
 * other reports on the item too; "remove" closes all cases on it but appeals.
 * `suspension` is for "suspend"; `reason` is told to the author and may be
 * empty.
 * @throws CASE_NOT_FOUND, CASE_DECIDED, CASE_BEING_DECIDED, DECISION_UNFIT,
 * NOTE_TOO_LONG, OWN_CONTENT, OWN_REPORT, OWN_DECISION, RATE_LIMITED, and the
 * codes of `moderatorMutation`
 */
export const decide = moderatorMutation({
  args: {
    caseId: v.string(),
    decision: decisionValidator,
    suspension: v.union(suspensionLengthValidator, v.null()),
    reason: v.string(),
  },
  returns: v.id("pendingDecisions"),
  handler: async (ctx, args) => Pending.decideLater(ctx, ctx.viewer, args),
});

/**
 * Withdraws a decision that the caller made and that has not been carried out.
 * @throws UNDO_TOO_LATE, RATE_LIMITED, and the codes of `moderatorMutation`
 */
export const undo = moderatorMutation({
  args: { pendingId: v.string() },
  returns: v.null(),
  handler: async (ctx, { pendingId }) => {
    await Pending.undoDecision(ctx, ctx.viewer, pendingId);
    return null;
  },
});

/** Carries out a decision. Scheduled when it is made. */
export const carryOut = internalMutation({
  args: { pendingId: v.id("pendingDecisions") },
  returns: v.null(),
  handler: async (ctx, { pendingId }) => {
    await carryOutDecision(ctx, pendingId);
    return null;
  },
});

/** Closes the next open cases that a decision closes, until none is left. */
export const closeRest = internalMutation({
  args: { decisionId: v.id("decisions"), beforeAt: v.number() },
  returns: v.null(),
  handler: async (ctx, rest) => {
    await Closing.closeRest(ctx, rest);
    return null;
  },
});

/** Ends a suspension. Scheduled for the time when it is over. */
export const endSuspension = internalMutation({
  args: { suspensionId: v.id("suspensions") },
  returns: v.null(),
  handler: async (ctx, { suspensionId }) => {
    await Suspensions.endSuspension(ctx, suspensionId);
    return null;
  },
});
