import { defineTable } from "convex/server";
import { v } from "convex/values";
import { wordTimingValidator } from "./shared/wordPlan";
import { earlierWordsValidator } from "./shared/words";

/** Tables of the words that people write for their verses. */
export const wordTables = {
  /**
   * What people write for a beat before they record.
   * | the person | with the account
   */
  wordDrafts: defineTable({
    /** who wrote it | the server */
    ownerId: v.id("users"),
    /** the beat, which may be gone */
    beatId: v.id("beats"),
    /** the words */
    text: v.string(),
    /** when this version was written */
    savedAt: v.number(),
    /** the version that this one replaced, kept once */
    older: earlierWordsValidator,
  }).index("by_ownerId_and_beatId", ["ownerId", "beatId"]),

  /**
   * Words that rappers published with their verses.
   * | everyone | with the row
   */
  // The verses with a row here have `hasWords`.
  verseWords: defineTable({
    /**
     * the verse | | with the verse, or when its rapper or a moderator withdraws
     * the words
     */
    verseId: v.id("verses"),
    /** the words */
    text: v.string(),
    /** when each line starts */
    lines: v.array(wordTimingValidator),
    /** when they were last changed; null: never */
    editedAt: v.union(v.number(), v.null()),
  }).index("by_verseId", ["verseId"]),
};
