import { v } from "convex/values";
import { memberMutation, viewerQuery } from "./functions";
import { requireAct } from "./model/accounts/requireAct";
import * as Blocks from "./model/safety/blocks";
import * as Reports from "./model/safety/reports";
import {
  blockedPersonValidator,
  ownReportValidator,
  reasonValidator,
  subjectTypeValidator,
} from "./shared/safety";

/**
 * Reports a beat, a verse, the words of a verse or a profile to the moderators,
 * and returns the number of the report, such as "KTRB-WXHM". Only members may
 * call it. The person reported never learns who reported them. `text` may be empty
 * unless the reason is "other".
 * @throws BEAT_NOT_FOUND, VERSE_NOT_FOUND, PROFILE_MISSING, CANNOT_REPORT_SELF,
 * REPORT_EXISTS, REPORT_TEXT_REQUIRED, REPORT_TEXT_TOO_LONG, RATE_LIMITED, and
 * the codes of `memberMutation`
 */
export const report = memberMutation({
  args: {
    subjectType: subjectTypeValidator,
    subjectId: v.string(),
    reason: reasonValidator,
    text: v.string(),
  },
  returns: v.string(),
  handler: async (ctx, { subjectType, subjectId, reason, text }) => {
    const subject = await Reports.findSubject(ctx, subjectType, subjectId);
    requireAct(ctx.viewer, "report:create", subject);
    const made = { ...subject, reason, text };
    return Reports.createReport(ctx, ctx.viewer, made);
  },
});

/**
 * Returns the caller's latest 50 reports, newest first, with their outcome.
 * Empty when signed out.
 */
export const myReports = viewerQuery({
  args: {},
  returns: v.array(ownReportValidator),
  handler: async (ctx) =>
    ctx.viewer === null ? [] : Reports.listReports(ctx, ctx.viewer.userId),
});

/**
 * Blocks or unblocks a person. Only members may call it. While one of two
 * people blocks the other, neither can record on the other's beats. States the
 * wanted result, so a repeated call changes nothing.
 * @throws CANNOT_BLOCK_SELF, PROFILE_MISSING, TOO_MANY_BLOCKS, RATE_LIMITED,
 * and the codes of `memberMutation`
 */
export const setBlocked = memberMutation({
  args: { userId: v.string(), isBlocked: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { userId, isBlocked }) => {
    const blockedId = Blocks.requirePerson(ctx, userId);
    requireAct(ctx.viewer, "block:set", { ownerId: blockedId });
    const block = { blockedId, isBlocked };
    await Blocks.setBlock(ctx, ctx.viewer.userId, block);
    return null;
  },
});

/**
 * Returns everyone whom the caller has blocked, the latest first: at most 500.
 * Empty when signed out.
 */
export const blockedPeople = viewerQuery({
  args: {},
  returns: v.array(blockedPersonValidator),
  handler: async (ctx) =>
    ctx.viewer === null ? [] : Blocks.listBlocked(ctx, ctx.viewer.userId),
});

/**
 * Returns whether no block keeps the caller from recording on a beat. Does not
 * say who has blocked whom. True for an unknown beat and when signed out: the
 * server refuses those cases with errors of their own.
 */
export const mayRecordOn = viewerQuery({
  args: { beatId: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { beatId }) =>
    ctx.viewer === null || Blocks.mayRecordOn(ctx, ctx.viewer.userId, beatId),
});
