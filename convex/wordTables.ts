import { defineTable } from "convex/server";
import { v } from "convex/values";
import { wordTimingValidator } from "./shared/wordPlan";
import { earlierWordsValidator } from "./shared/words";

/** Tables of the words that people write for their verses. */
export const wordTables = {
  // Words that a person writes for a beat. Only that person can read them.
  wordDrafts: defineTable({
    ownerId: v.id("users"),
    beatId: v.id("beats"), // stays after the beat was deleted
    text: v.string(),
    savedAt: v.number(),
    older: earlierWordsValidator, // the version that lost against this one
  }).index("by_ownerId_and_beatId", ["ownerId", "beatId"]),

  // Words that were published with a verse. Such a verse has `hasWords`.
  verseWords: defineTable({
    verseId: v.id("verses"),
    text: v.string(),
    lines: v.array(wordTimingValidator),
    editedAt: v.union(v.number(), v.null()), // null: as published
  }).index("by_verseId", ["verseId"]),
};
