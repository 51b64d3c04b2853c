import { v, type Infer } from "convex/values";
import { DAY_MS } from "./limits";
import type { ErrorCode } from "./messages";
import {
  caseKindValidator,
  decisionValidator,
  reasonValidator,
  subjectIdValidator,
  subjectTypeValidator,
  type CaseKind,
  type Decision,
} from "./safety";
import {
  beatSummaryValidator,
  languageValidator,
  publicProfileValidator,
  verseSummaryValidator,
} from "./validators";

/** How long a suspension lasts: days, or for good. */
export const suspensionLengthValidator = v.union(
  v.literal(1),
  v.literal(7),
  v.literal(30),
  v.literal("forGood"),
);
export type SuspensionLength = Infer<typeof suspensionLengthValidator>;

/** Returns when a suspension that starts at `now` ends, or null if it never does. */
export const suspensionEnd = (
  length: SuspensionLength,
  now: number,
): number | null => (length === "forGood" ? null : now + length * DAY_MS);

/** The decisions that each kind of case allows. */
export const DECISIONS: Record<CaseKind, readonly Decision[]> = {
  report: ["dismiss", "remove", "warn", "suspend"],
  sameAudio: ["dismiss", "remove", "warn", "suspend"],
  claim: ["dismiss", "remove", "warn", "suspend"],
  appeal: ["dismiss", "grant"],
};

/** The kinds of cases that are about an item, and not about a decision. */
export const ITEM_KINDS = ["claim", "sameAudio", "report"] as const;

/** Decisions that a person may appeal against. */
export const APPEALABLE: ReadonlySet<Decision> = new Set<Decision>([
  "remove",
  "warn",
  "suspend",
]);

/** Names of the public counters that each month has. */
export const countNameValidator = v.union(
  caseKindValidator,
  decisionValidator,
  v.literal("onTime"),
  v.literal("late"),
);
export type CountName = Infer<typeof countNameValidator>;
export const COUNT_NAMES: readonly CountName[] = [
  ...caseKindValidator.members.map(({ value }) => value),
  ...decisionValidator.members.map(({ value }) => value),
  "onTime",
  "late",
];

export const monthValidator = v.object({
  month: v.string(), // such as 2026-11, in UTC
  counts: v.array(v.object({ name: countNameValidator, count: v.number() })),
});

export type Month = Infer<typeof monthValidator>;

const error = (code: ErrorCode) => v.literal(code);

/** Why a moderator may not decide about a case. */
const caseRefusalValidator = v.union(
  error("OWN_CONTENT"),
  error("OWN_REPORT"),
  error("OWN_DECISION"),
);
export type CaseRefusal = "OWN_CONTENT" | "OWN_REPORT" | "OWN_DECISION";

const caseFields = {
  id: v.id("cases"),
  number: v.string(),
  kind: caseKindValidator,
  reason: reasonValidator,
  subjectType: subjectTypeValidator,
  subjectId: subjectIdValidator,
  createdAt: v.number(),
  dueAt: v.number(), // of the next step: to acknowledge, then to decide
  acknowledgedAt: v.union(v.number(), v.null()),
};

type OnItem = Pick<QueuedCase, "kind" | "subjectType" | "subjectId">;

/**
 * Returns whether a decision about one case also closes the other case. That
 * depends on the item, the kinds and the decision.
 */
export const closesTogether = (
  decided: OnItem,
  decision: Decision,
  other: OnItem,
): boolean =>
  decided.subjectId === other.subjectId &&
  decided.subjectType === other.subjectType &&
  kindsClosedBy(decided, decision).includes(other.kind);

/**
 * Returns the kinds of other cases on an item that a decision closes. A
 * copyright claim has an answer and a deadline of its own, so only the removal
 * of the item closes both claims and reports.
 */
export function kindsClosedBy(
  { kind }: Pick<OnItem, "kind">,
  decision: Decision,
): readonly CaseKind[] {
  if (kind === "appeal") return [];
  if (decision === "remove") return ITEM_KINDS;
  return kind === "claim" ? [] : ["sameAudio", "report"];
}

/** One row of the queue. */
const queuedCaseValidator = v.object({
  ...caseFields,
  about: v.string(), // a title or a username; empty if the item is gone
});
export type QueuedCase = Infer<typeof queuedCaseValidator>;

const pendingDecisionValidator = v.object({
  id: v.id("pendingDecisions"),
  caseId: v.id("cases"),
  about: v.string(),
  decision: decisionValidator,
  suspension: v.union(suspensionLengthValidator, v.null()),
  dueAt: v.number(),
});
export type PendingDecision = Infer<typeof pendingDecisionValidator>;

export const queueValidator = v.object({
  cases: v.array(queuedCaseValidator),
  hasMore: v.boolean(),
  forOthers: v.number(), // cases that this moderator may not decide, among the first in the queue
  // decisions of this moderator, newest last
  pending: v.array(pendingDecisionValidator),
});
export type Queue = Infer<typeof queueValidator>;

/** A decision as its author and the moderators read it. */
const decisionSummaryValidator = v.object({
  id: v.id("decisions"),
  subjectType: subjectTypeValidator,
  about: v.string(),
  decision: decisionValidator,
  suspendedUntil: v.union(v.number(), v.null()),
  grounds: reasonValidator,
  reason: v.string(),
  createdAt: v.number(),
});
export type DecisionSummary = Infer<typeof decisionSummaryValidator>;

/**
 * A claim as the owner of the item reads it: without the claimant's address.
 */
const claimSummaryValidator = v.object({
  name: v.string(),
  work: v.string(),
  proof: v.string(),
  answer: v.union(v.string(), v.null()),
});

/** Everything a moderator needs to decide. */
export const caseDetailsValidator = v.object({
  ...caseFields,
  about: v.string(),
  text: v.string(),
  decidedAt: v.union(v.number(), v.null()),
  isBeingDecided: v.boolean(), // by a decision that can still be undone
  beat: v.union(beatSummaryValidator, v.null()), // set for a beat
  verse: v.union(verseSummaryValidator, v.null()), // set for a verse and its words
  othersVerses: v.number(), // verses of other people on the beat, which are removed with it
  owner: v.union(publicProfileValidator, v.null()),
  earlier: v.array(decisionSummaryValidator), // about the same person, newest first
  others: v.array(
    v.object({
      kind: caseKindValidator,
      reason: reasonValidator,
      text: v.string(),
    }),
  ),
  othersCount: v.number(), // counts no further than 99
  claim: v.union(
    v.object({
      ...claimSummaryValidator.fields,
      email: v.string(),
      signature: v.string(),
    }),
    v.null(),
  ),
  appealed: v.union(decisionSummaryValidator, v.null()),
  // For "sameAudio", the beat that had this audio first.
  matches: v.union(
    v.object({ title: v.string(), createdAt: v.number() }),
    v.null(),
  ),
  refusal: v.union(caseRefusalValidator, v.null()),
});
export type CaseDetails = Infer<typeof caseDetailsValidator>;

export const noticeValidator = v.object({
  id: v.id("notices"),
  caseId: v.id("cases"),
  kind: caseKindValidator,
  subjectType: subjectTypeValidator,
  about: v.string(),
  createdAt: v.number(),
  isRead: v.boolean(),
  lostVerse: v.boolean(), // a moderator removed the beat under a verse of the reader's
  decision: v.union(decisionSummaryValidator, v.null()), // null: about the claim itself, or a lost verse
  canAppeal: v.boolean(),
  claim: v.union(claimSummaryValidator, v.null()),
  canAnswer: v.boolean(),
});
export type Notice = Infer<typeof noticeValidator>;

/** The outcome of a claim. "gone": the item was removed before a decision. */
const claimOutcomeValidator = v.union(
  v.literal("dismiss"),
  v.literal("remove"),
  v.literal("warn"),
  v.literal("suspend"),
  v.literal("gone"),
);
export type ClaimOutcome = Infer<typeof claimOutcomeValidator>;

/** The outcomes of the claims of one address, as mailed there. */
export const outcomeMailValidator = v.object({
  email: v.string(),
  language: languageValidator,
  outcomes: v.array(
    v.object({
      number: v.string(),
      about: v.string(), // the title at the time; empty if it is gone
      outcome: claimOutcomeValidator,
    }),
  ),
});
export type OutcomeMail = Infer<typeof outcomeMailValidator>;

/** A notice as it is mailed, and its recipient. */
export const noticeMailValidator = v.object({
  email: v.string(),
  username: v.string(),
  language: languageValidator,
  kind: caseKindValidator,
  subjectType: subjectTypeValidator,
  about: v.string(),
  lostVerse: v.boolean(), // a verse of the recipient was deleted together with the beat
  decision: v.union(decisionSummaryValidator, v.null()), // null: about the claim itself, or a lost verse
  canAppeal: v.boolean(),
});
export type NoticeMail = Infer<typeof noticeMailValidator>;

/** What happened when somebody confirmed a claim from its mailbox. */
export const claimConfirmationValidator = v.union(
  v.object({ status: v.literal("opened"), number: v.string() }),
  v.object({
    status: v.union(
      v.literal("invalid"),
      v.literal("expired"),
      v.literal("gone"), // the claimed item no longer exists
    ),
  }),
);
/** The contents of a claim before it is confirmed from its mailbox. */
export const waitingClaimValidator = v.union(
  v.object({
    status: v.literal("waiting"),
    ...{ name: v.string(), link: v.string() },
    ...{ work: v.string(), proof: v.string(), signature: v.string() },
  }),
  claimConfirmationValidator,
);
export type WaitingClaim = Infer<typeof waitingClaimValidator>;
export type ClaimConfirmation = Infer<typeof claimConfirmationValidator>;
