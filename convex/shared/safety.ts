import { v, type Infer } from "convex/values";
// The demo runs this file on Node, which needs the extensions.
import { HOUR_MS } from "./limits.ts";
import type { ErrorCode } from "./messages.ts";
import { isBlank } from "./plainText.ts";

/** The kinds of content that can be reported and decided about. */
export const subjectTypeValidator = v.union(
  v.literal("beat"),
  v.literal("verse"),
  v.literal("words"), // published with the verse of the same id
  v.literal("profile"),
);
export type SubjectType = Infer<typeof subjectTypeValidator>;

export const subjectIdValidator = v.union(
  v.id("beats"),
  v.id("verses"),
  v.id("users"),
);

export const reasonValidator = v.union(
  v.literal("harassment"),
  v.literal("hate"),
  v.literal("sexual"),
  v.literal("child"),
  v.literal("impersonation"),
  v.literal("copyright"),
  v.literal("spam"),
  v.literal("other"),
);
export type Reason = Infer<typeof reasonValidator>;
export const REASONS = reasonValidator.members.map(({ value }) => value);

export const MAX_REPORT_LENGTH = 2000;
/** The most people whom one person can block. */
export const MAX_BLOCKS = 500;

/**
 * Checks the text of a report; expects the result of `cleanParagraphs`. Only the
 * reason "other" needs one.
 */
export function checkReport(reason: Reason, text: string): ErrorCode | null {
  if (reason === "other" && isBlank(text)) return "REPORT_TEXT_REQUIRED";
  return text.length > MAX_REPORT_LENGTH ? "REPORT_TEXT_TOO_LONG" : null;
}

/** How an item came into the queue of the moderators. */
export const caseKindValidator = v.union(
  v.literal("report"), // a report by a member
  v.literal("sameAudio"), // opened by the server, because someone else uploaded this audio before
  v.literal("claim"), // a copyright claim, perhaps without an account
  v.literal("appeal"), // an appeal by the author against a decision
);
export type CaseKind = Infer<typeof caseKindValidator>;

export const decisionValidator = v.union(
  v.literal("dismiss"),
  v.literal("remove"),
  v.literal("warn"),
  v.literal("suspend"),
  v.literal("grant"), // only of an appeal; "dismiss" turns it down
);
export type Decision = Infer<typeof decisionValidator>;

/**
 * Returns whether a decision leaves things as they are because the report,
 * claim or decision before it was unfounded.
 */
export const isAgainstGrounds = (decision: Decision): boolean =>
  decision === "dismiss" || decision === "grant";

/** Time to acknowledge a case, from its creation. */
export const ACKNOWLEDGE_WITHIN_MS = 24 * HOUR_MS;
const DECIDE_WITHIN_MS = 72 * HOUR_MS;
const DECIDE_URGENT_WITHIN_MS = 24 * HOUR_MS;

const URGENT: ReadonlySet<Reason> = new Set<Reason>([
  "sexual",
  "child",
  "impersonation",
]);

/** Returns whether cases for this reason come first in the queue. */
export const isUrgent = (reason: Reason): boolean => URGENT.has(reason);

/** Time to decide a case, from its creation. */
export const decideWithinMs = (reason: Reason): number =>
  isUrgent(reason) ? DECIDE_URGENT_WITHIN_MS : DECIDE_WITHIN_MS;

/** How far the moderators are with a report. */
const reportStatusValidator = v.union(
  v.literal("received"),
  v.literal("seen"),
  v.literal("decided"),
);
export type ReportStatus = Infer<typeof reportStatusValidator>;

/** One of the caller's own reports. */
export const ownReportValidator = v.object({
  number: v.string(),
  subjectType: subjectTypeValidator,
  subjectId: subjectIdValidator,
  /** Null if the subject no longer exists. */
  subject: v.union(
    v.object({
      username: v.string(),
      /**
       * The beat that was reported, or that the verse is on; null for a
       * profile.
       */
      beat: v.union(
        v.object({ id: v.id("beats"), title: v.string() }),
        v.null(),
      ),
    }),
    v.null(),
  ),
  reason: reasonValidator,
  text: v.string(),
  createdAt: v.number(),
  status: reportStatusValidator,
  decision: v.union(decisionValidator, v.null()),
});
export type OwnReport = Infer<typeof ownReportValidator>;

export const blockedPersonValidator = v.object({
  userId: v.id("users"),
  username: v.string(),
  blockedAt: v.number(),
});
export type BlockedPerson = Infer<typeof blockedPersonValidator>;
