import { defineTable } from "convex/server";
import { v } from "convex/values";
import { claimTables } from "./claimTables";
import {
  countNameValidator,
  suspensionLengthValidator,
} from "./shared/moderation";
import {
  caseKindValidator,
  decisionValidator,
  reasonValidator,
  subjectIdValidator,
  subjectTypeValidator,
} from "./shared/safety";
import { contentIdValidator } from "./shared/validators";

/** Tables of reports, decisions and blocks; part of the schema. */
export const moderationTables = {
  /**
   * Reports, claims and appeals, and what the server noticed. A case stays as a
   * record of what moderators had to decide. When a person leaves, the case no
   * longer names them: `ownerId` and `subjectId` then point to the one former
   * user, `about` is emptied, and `reporterId` is empty. Open cases about that
   * person are closed. What others wrote in a report stays, and so does what
   * the person wrote in a report about someone else.
   * | moderators | never
   */
  // A case is open until `decidedAt` is set.
  cases: defineTable({
    /** unique number, shown to the reporter | the reporter and moderators */
    number: v.string(),
    /** how it came into the queue */
    kind: caseKindValidator,
    /**
     * who reported it; null: the server, or a claim without an account | the
     * reporter and moderators | never; unlinked when the person leaves
     */
    reporterId: v.union(v.id("users"), v.null()),
    /** kind of its subject: beat, verse, words or profile */
    subjectType: subjectTypeValidator,
    /** the subject | | never; unlinked when the person leaves */
    subjectId: subjectIdValidator,
    /**
     * title or username when it was opened, for decisions about something that
     * is gone; older cases lack it | moderators and the person concerned |
     * never; emptied when the person leaves
     */
    about: v.optional(v.string()),
    /**
     * who made the subject; never learns who reported it | | never; unlinked
     * when the person leaves
     */
    ownerId: v.id("users"),
    /** reason from the list */
    reason: reasonValidator,
    /**
     * what the reporter wrote | the reporter and moderators | never; that of an
     * appeal is emptied when the person leaves
     */
    text: v.string(),
    /**
     * only for `sameAudio`: the beat or verse that had this audio first | |
     * never; unlinked when the owner of that beat or verse leaves
     */
    matchesId: v.optional(contentIdValidator),
    /** when it was made */
    createdAt: v.number(),
    /** when it has to be acknowledged */
    acknowledgeBy: v.number(),
    /** when it has to be decided */
    decideBy: v.number(),
    /** when a moderator saw it */
    acknowledgedAt: v.union(v.number(), v.null()),
    /** due time of the next step; older cases lack it */
    dueAt: v.optional(v.number()),
    /** whether its reason puts it first in the queue; older cases lack it */
    isUrgent: v.optional(v.boolean()),
    /**
     * set for a case about a moderator and for a claim with a moderator's
     * address, which have lists of their own | the server
     */
    isAboutModerator: v.optional(v.literal(true)), // see model/moderation/queue.ts
    /**
     * set while an earlier claim on the same item is in the queue; this one
     * follows when that is decided | the server
     */
    isRepeated: v.optional(v.literal(true)),
    /** when it was decided */
    decidedAt: v.union(v.number(), v.null()),
    /** the decision */
    decisionId: v.union(v.id("decisions"), v.null()),
  })
    .index("by_number", ["number"])
    .index("by_decidedAt_and_kind_and_isRepeated_and_about_and_dueAt", [
      "decidedAt",
      "kind",
      "isRepeated",
      "isAboutModerator",
      "dueAt",
    ])
    .index("by_decidedAt_and_isAboutModerator_and_isUrgent_and_dueAt", [
      "decidedAt",
      "isAboutModerator",
      "isUrgent",
      "dueAt",
    ])
    .index("by_reporterId_and_createdAt", ["reporterId", "createdAt"])
    .index("by_reporterId_and_subjectId_and_decidedAt", [
      "reporterId",
      "subjectId",
      "decidedAt",
    ])
    .index("by_subjectId_and_subjectType_and_kind_and_decidedAt", [
      "subjectId",
      "subjectType",
      "kind",
      "decidedAt",
    ])
    .index("by_matchesId", ["matchesId"])
    .index("by_ownerId_and_createdAt", ["ownerId", "createdAt"]),

  /**
   * Log of everything that moderators decided. Rows are only added. When a
   * person leaves, their rows point to the one former user instead, and `about`
   * is emptied.
   * | moderators | never
   */
  decisions: defineTable({
    /** who decided | | never; unlinked when the person leaves */
    moderatorId: v.id("users"),
    /** the case */
    caseId: v.id("cases"),
    /** kind of its subject: beat, verse, words or profile */
    subjectType: subjectTypeValidator,
    /** the subject | | never; unlinked when the person leaves */
    subjectId: subjectIdValidator,
    /** who made the subject | | never; unlinked when the person leaves */
    ownerId: v.id("users"),
    /**
     * title or username at the time, or when the case was opened if it was
     * gone | moderators and the person concerned | never; emptied when the
     * person leaves
     */
    about: v.string(),
    /** what was decided | moderators and the person concerned */
    decision: decisionValidator,
    /**
     * end of a suspension; null: for good, or none | moderators and the person
     * concerned
     */
    suspendedUntil: v.union(v.number(), v.null()),
    /**
     * reason from the list, of the case; told to the author | moderators and
     * the person concerned
     */
    grounds: reasonValidator,
    /**
     * why, in the moderator's words; told to the author, may be empty |
     * moderators and the person concerned
     */
    reason: v.string(),
    /** when it was decided */
    createdAt: v.number(),
  })
    .index("by_createdAt", ["createdAt"])
    .index("by_ownerId_and_createdAt", ["ownerId", "createdAt"])
    .index("by_ownerId_and_decision_and_suspendedUntil", [
      "ownerId",
      "decision",
      "suspendedUntil",
    ])
    .index("by_moderatorId", ["moderatorId"])
    .index("by_caseId", ["caseId"]),

  /**
   * Decisions that a moderator can still undo, for ten seconds.
   * | the moderator who decided | with the row
   */
  // See model/moderation/pending.ts.
  pendingDecisions: defineTable({
    /**
     * the case | | when it is carried out or undone; when the moderator or the
     * person concerned leaves
     */
    caseId: v.id("cases"),
    /** what it is about | the server */
    subjectId: subjectIdValidator,
    /** who decided | the server */
    moderatorId: v.id("users"),
    /** what was decided */
    decision: decisionValidator,
    /** length of a suspension, only for `suspend` */
    suspension: v.union(suspensionLengthValidator, v.null()),
    /** why the moderator decided so | the server */
    reason: v.string(),
    /** when it is carried out */
    dueAt: v.number(),
    /** the job that carries it out | the server */
    jobId: v.union(v.id("_scheduled_functions"), v.null()), // null only inside the transaction that adds the row
  })
    .index("by_subjectId", ["subjectId"])
    .index("by_moderatorId", ["moderatorId"]),

  /**
   * The decision that an appeal is about. The text of the appeal is in its
   * case.
   * | moderators and the person concerned | never; the decision then names
   * nobody
   */
  appeals: defineTable({
    /** the decision */
    decisionId: v.id("decisions"),
    /**
     * the case of the appeal | the server | never; the case then names nobody
     */
    caseId: v.id("cases"),
  })
    .index("by_decisionId", ["decisionId"])
    .index("by_caseId", ["caseId"]),

  ...claimTables,

  /**
   * What people are told about their own content: a decision, a claim that they
   * can answer, or a verse that was removed with a beat. The first claim is
   * mailed at once. Later claims are mailed together once a day, unless the
   * person has read them.
   * | the server | with the row
   */
  notices: defineTable({
    /** who is told | | with the account */
    userId: v.id("users"),
    /** the case | the person */
    caseId: v.id("cases"),
    /** the decision; null: the notice is about the claim itself | the person */
    decisionId: v.union(v.id("decisions"), v.null()),
    /** when it was added | the person */
    createdAt: v.number(),
    /** when they saw it | the person, as seen or not */
    readAt: v.union(v.number(), v.null()),
    /** set if it is about a claim; older claims count as decisions */
    isClaim: v.optional(v.literal(true)),
    /**
     * set while the mail about a claim waits for the next day | | when it is
     * sent
     */
    mailWaits: v.optional(v.literal(true)),
  })
    .index("by_userId_and_mailWaits", ["userId", "mailWaits"])
    .index("by_userId_and_isClaim_and_createdAt", [
      "userId",
      "isClaim",
      "createdAt",
    ])
    .index("by_userId_and_readAt", ["userId", "readAt"]),

  /**
   * For a verse that was removed: its rapper, who had an interest in the
   * beat, and the producer of the beat, who had an interest in the verse, if
   * there has been a case about either. Such a moderator does not decide that
   * case.
   * | the server | with the account
   */
  formerShares: defineTable({
    /** the rapper of the verse, or the producer of its beat */
    userId: v.id("users"),
    /** hash of the id of the beat or the verse */
    subjectHash: v.string(),
    /** when the verse was removed */
    endedAt: v.number(),
  }).index("by_userId_and_subjectHash_and_endedAt", [
    "userId",
    "subjectHash",
    "endedAt",
  ]),

  /**
   * Numbers of reports and decisions in each month.
   * | everyone | never; it is about nobody
   */
  // By calendar month in UTC, such as 2026-11.
  monthCounts: defineTable({
    /** the month */
    month: v.string(),
    /** what is counted */
    name: countNameValidator,
    /** which part of the number; none in older rows */
    shard: v.optional(v.number()),
    /** a part of the number */
    count: v.number(),
  }).index("by_month_and_name_and_shard", ["month", "name", "shard"]),

  /**
   * Who may decide.
   * | the server | by the operator; with the account
   */
  // Only the command line adds or removes rows.
  moderators: defineTable({
    /** the moderator */
    userId: v.id("users"),
    /** when the appointment began | | with the row */
    appointedAt: v.number(),
  }).index("by_userId", ["userId"]),

  /**
   * People who may not write at present.
   * | the person and moderators | with the row
   */
  suspensions: defineTable({
    /** who is suspended | | with the account */
    userId: v.id("users"),
    /** until when the person is suspended; null: for good */
    until: v.union(v.number(), v.null()),
    /** the decision behind it */
    decisionId: v.id("decisions"),
  }).index("by_userId", ["userId"]),

  /**
   * Who has blocked whom.
   * | that person | with the row
   */
  blocks: defineTable({
    /** who blocked | | by unblocking; with either account */
    blockerId: v.id("users"),
    /** who is blocked | the person who blocked */
    blockedId: v.id("users"),
    /** when they blocked them | the server */
    createdAt: v.number(),
  })
    .index("by_blockerId_and_blockedId", ["blockerId", "blockedId"])
    .index("by_blockedId_and_blockerId", ["blockedId", "blockerId"]),
};
