import { defineTable } from "convex/server";
import { v } from "convex/values";
import { subjectIdValidator } from "./shared/safety";
import { languageValidator } from "./shared/validators";

/** Tables of copyright claims. */
export const claimTables = {
  /**
   * What a person who claims a copyright has signed, next to the case, and what
   * the uploader answered. The outcome is mailed to the address: at most one
   * such mail a day, about all claims decided since. When a claimant with an
   * account leaves, an open claim stays in the queue without them. This
   * includes claims made without signing in, if the person had confirmed the
   * same address.
   * | the server | never; emptied when the claimant leaves
   */
  // Each case of kind "claim" has one row.
  claims: defineTable({
    /** the case | | never; the case then names nobody */
    caseId: v.id("cases"),
    /** the work it is about | moderators and the uploader | never */
    work: v.string(),
    // The next four fields are empty if the claimant has left.
    /** name of the claimant | moderators and the uploader */
    name: v.string(),
    /** address of the claimant | moderators */
    email: v.string(),
    /** why the work is the claimant's | moderators and the uploader */
    proof: v.string(),
    /** the name again, as a signature | moderators */
    signature: v.string(),
    /**
     * what the uploader answered | moderators and the uploader | never; emptied
     * when the uploader leaves
     */
    answer: v.union(v.string(), v.null()),
    /** when they answered | | with the answer */
    answeredAt: v.union(v.number(), v.null()),
    /**
     * language of the form, for the mail about the outcome; unset: English | |
     * never
     */
    language: v.optional(languageValidator),
    /**
     * set if the claim was confirmed from this mailbox; unconfirmed claims get
     * no mail | the server
     */
    isConfirmed: v.optional(v.literal(true)),
    /** set while the mail about the outcome waits | | when it is sent */
    mailWaits: v.optional(v.literal(true)),
    /**
     * not used; open claims of one earlier version have it | nobody | when the
     * claim is decided; when the uploader leaves
     */
    openOn: v.optional(subjectIdValidator),
  })
    .index("by_caseId", ["caseId"])
    .index("by_email_and_mailWaits", ["email", "mailWaits"]),

  /**
   * Claims whose link, sent to their mailbox, has not been opened and
   * confirmed. They are in no queue, and the uploader does not learn of them.
   * | the server | within an hour after the link ends; with the account
   */
  // See model/moderation/waitingClaims.ts.
  waitingClaims: defineTable({
    /** who filled in the form; null: someone without an account */
    claimantId: v.union(v.id("users"), v.null()),
    /** as in the claim */
    name: v.string(),
    /** where the link was mailed */
    email: v.string(),
    /** link of the beat or verse */
    link: v.string(),
    /** as in the claim */
    work: v.string(),
    /** as in the claim */
    proof: v.string(),
    /** as in the claim */
    signature: v.string(),
    /** language of the form */
    language: languageValidator,
    /** hash of the code in the link; null until the link is mailed */
    codeHash: v.union(v.string(), v.null()),
    /** when the link expires */
    expiresAt: v.number(),
    /** the number of the case, once the claim is confirmed */
    number: v.union(v.string(), v.null()),
  })
    .index("by_codeHash", ["codeHash"])
    .index("by_claimantId", ["claimantId"])
    .index("by_expiresAt", ["expiresAt"]),
};
