import { defineTable } from "convex/server";
import { v } from "convex/values";
import { countNameValidator, suspensionLengthValidator } from "./shared/cases";
import {
  caseKindValidator,
  decisionValidator,
  reasonValidator,
  subjectIdValidator,
  subjectTypeValidator,
} from "./shared/safety";
import { contentIdValidator, languageValidator } from "./shared/validators";

/** Tables of reports, decisions and blocks; part of the schema. */
export const moderationTables = {
  // The queue of the moderators: reports, copyright claims, appeals, and what
  // the server noticed. A case is open until `decidedAt` is set.
  cases: defineTable({
    number: v.string(), // unique; shown to the person who made the report
    kind: caseKindValidator,
    reporterId: v.union(v.id("users"), v.null()), // null: the server, or a claim without an account
    subjectType: subjectTypeValidator,
    subjectId: subjectIdValidator,
    about: v.optional(v.string()), // title or username when it was opened; cases from before lack it
    ownerId: v.id("users"), // whose thing it is; never learns who reported it
    reason: reasonValidator,
    text: v.string(),
    matchesId: v.optional(contentIdValidator), // with "sameAudio": what had this audio before
    createdAt: v.number(),
    acknowledgeBy: v.number(),
    decideBy: v.number(),
    acknowledgedAt: v.union(v.number(), v.null()),
    dueAt: v.optional(v.number()), // of the next step; cases from before lack it
    isUrgent: v.optional(v.boolean()), // by its reason; cases from before lack it
    isAboutModerator: v.optional(v.literal(true)), // or a claim with the address of one; see model/moderation/queue.ts
    decidedAt: v.union(v.number(), v.null()),
    decisionId: v.union(v.id("decisions"), v.null()),
  })
    .index("by_number", ["number"])
    .index("by_decidedAt_and_isAboutModerator_and_dueAt", [
      "decidedAt",
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

  // Everything that moderators decided. Rows are added; the only change is that
  // people who leave are taken out of them.
  decisions: defineTable({
    moderatorId: v.id("users"),
    caseId: v.id("cases"),
    subjectType: subjectTypeValidator,
    subjectId: subjectIdValidator,
    ownerId: v.id("users"),
    about: v.string(), // title or username at the time, or when the case was opened if the item was gone
    decision: decisionValidator,
    suspendedUntil: v.union(v.number(), v.null()), // with "suspend"; null: for good
    grounds: reasonValidator, // of the case; told to the author
    reason: v.string(), // in the moderator's words; told to the author, may be empty
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

  // Decisions that a moderator can still undo; see model/moderation/pending.ts.
  pendingDecisions: defineTable({
    caseId: v.id("cases"),
    subjectId: subjectIdValidator,
    moderatorId: v.id("users"),
    decision: decisionValidator,
    suspension: v.union(suspensionLengthValidator, v.null()), // set with "suspend"
    reason: v.string(),
    dueAt: v.number(), // when it is carried out
    jobId: v.union(v.id("_scheduled_functions"), v.null()), // null only inside the transaction that adds the row
  })
    .index("by_subjectId", ["subjectId"])
    .index("by_moderatorId", ["moderatorId"]),

  // The one appeal that each decision may have. Its text is in the case.
  appeals: defineTable({
    decisionId: v.id("decisions"),
    caseId: v.id("cases"),
  })
    .index("by_decisionId", ["decisionId"])
    .index("by_caseId", ["caseId"]),

  // Copyright claims as they were signed, one for each case of kind "claim".
  claims: defineTable({
    caseId: v.id("cases"),
    work: v.string(),
    // These four are empty if the claimant has left.
    name: v.string(),
    email: v.string(), // for the moderators alone
    proof: v.string(),
    signature: v.string(),
    answer: v.union(v.string(), v.null()), // of the person whose item it is
    answeredAt: v.union(v.number(), v.null()),
    language: v.optional(languageValidator), // of the form; unset: English
    mailWaits: v.optional(v.literal(true)), // set while the claimant has to be told of the outcome
    openOn: v.optional(subjectIdValidator), // not used; open claims of one earlier version have it
  })
    .index("by_caseId", ["caseId"])
    .index("by_email_and_mailWaits", ["email", "mailWaits"]),

  // Notices to people about their own things: a decision, or a claim that they
  // can answer.
  notices: defineTable({
    userId: v.id("users"),
    caseId: v.id("cases"),
    decisionId: v.union(v.id("decisions"), v.null()), // null: about the claim itself
    createdAt: v.number(),
    readAt: v.union(v.number(), v.null()),
    isClaim: v.optional(v.literal(true)), // unset for decisions; claims from before this field count as those
    mailWaits: v.optional(v.literal(true)), // set for a claim while its mail waits for the next day
  })
    .index("by_userId_and_mailWaits", ["userId", "mailWaits"])
    .index("by_userId_and_isClaim_and_createdAt", [
      "userId",
      "isClaim",
      "createdAt",
    ])
    .index("by_userId_and_readAt", ["userId", "readAt"]),

  // Public counters of each calendar month (UTC), such as 2026-11.
  monthCounts: defineTable({
    month: v.string(),
    name: countNameValidator,
    count: v.number(),
  }).index("by_month_and_name", ["month", "name"]),

  // People who may decide. Only the command line adds or removes rows.
  moderators: defineTable({
    userId: v.id("users"),
    appointedAt: v.number(),
  }).index("by_userId", ["userId"]),

  // People who may not write at present.
  suspensions: defineTable({
    userId: v.id("users"),
    until: v.union(v.number(), v.null()), // null: for good
    decisionId: v.id("decisions"),
  }).index("by_userId", ["userId"]),

  // One row for each person whom another has blocked.
  blocks: defineTable({
    blockerId: v.id("users"),
    blockedId: v.id("users"),
    createdAt: v.number(),
  })
    .index("by_blockerId_and_blockedId", ["blockerId", "blockedId"])
    .index("by_blockedId_and_blockerId", ["blockedId", "blockerId"]),
};
