import { v } from "convex/values";
import {
  accountMutation,
  defenceMutation,
  internalMutation,
  internalQuery,
  viewerQuery,
} from "./functions";
import { appealDecision } from "./model/moderation/appeals";
import * as ClaimNotices from "./model/moderation/claimNotices";
import { enforceLimit } from "./model/rateLimits/rateLimits";
import * as Notices from "./model/moderation/notices";
import { noticeMailValidator, noticeValidator } from "./shared/moderation";

/**
 * Returns the latest notices to the viewer: decisions about their content, with
 * reasons, and copyright claims that they can answer. Empty when signed out.
 */
export const mine = viewerQuery({
  args: {},
  returns: v.array(noticeValidator),
  handler: async (ctx) =>
    ctx.viewer === null ? [] : Notices.listNotices(ctx, ctx.viewer.userId),
});

/**
 * Marks the viewer's notices as read.
 * @throws NOT_SIGNED_IN, RATE_LIMITED
 */
export const markRead = accountMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await enforceLimit(ctx, "read", ctx.viewer.userId);
    await Notices.markRead(ctx, ctx.viewer.userId);
    return null;
  },
});

/**
 * Appeals against a decision about the viewer, once. Suspended people may do
 * this.
 * @throws APPEAL_REQUIRED, APPEAL_TOO_LONG, DECISION_NOT_FOUND, NOT_APPEALABLE,
 * APPEALED_ALREADY, RATE_LIMITED, and the codes of `defenceMutation`
 */
export const appeal = defenceMutation({
  args: { decisionId: v.string(), text: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await appealDecision(ctx, ctx.viewer, args);
    return null;
  },
});

/** Mails a person about the claims whose mails wait. Scheduled with the first. */
export const mailWaiting = internalMutation({
  args: { noticeId: v.id("notices") },
  returns: v.null(),
  handler: async (ctx, { noticeId }) => {
    await ClaimNotices.mailWaiting(ctx, noticeId);
    return null;
  },
});

/**
 * Returns what to mail about a notice. Null if the person wants no such mails,
 * or if there is no longer anybody to mail.
 */
export const mailFor = internalQuery({
  args: { noticeId: v.id("notices") },
  returns: v.union(noticeMailValidator, v.null()),
  handler: async (ctx, { noticeId }) => Notices.findMail(ctx, noticeId),
});
