import { defineTable } from "convex/server";
import { v } from "convex/values";
import { exportStageValidator } from "./shared/exports";

/**
 * Copies of everything a person has, asked for by that person. The ZIP is
 * never stored: these rows say where each of its bytes is. See
 * model/exports/steps.ts.
 */
export const exportTables = {
  exports: defineTable({
    userId: v.id("users"),
    stage: exportStageValidator,
    cursor: v.union(v.string(), v.null()), // of the stage's table
    page: v.number(), // of the stage's table, from 1
    turn: v.number(), // of the action that reads sounds
    vainTurns: v.optional(v.number()), // the last turns, as long as no sound was read in them
    soundCount: v.number(),
    readCount: v.number(), // sounds that have been read
    fileCount: v.number(), // files that have their place in the ZIP
    directoryStart: v.number(), // where the files end; 0 until that is known
    sizeBytes: v.number(), // of everything that has a place in the ZIP
    isOutdated: v.optional(v.boolean()), // something went that it may hold: it starts over
    sendingSince: v.optional(v.number()), // set while an action reads a piece of the ZIP
    requestedAt: v.number(),
    expiresAt: v.number(),
  })
    .index("by_userId", ["userId"])
    .index("by_sendingSince", ["sendingSince"])
    .index("by_expiresAt", ["expiresAt"]),

  // Parts of the ZIP. Each is a file (a text or a stored sound) with its
  // header, or a run of bytes of the directory at the end.
  exportEntries: defineTable({
    exportId: v.id("exports"),
    path: v.string(), // empty for parts of the directory
    title: v.string(), // shown in index.html; empty for others
    number: v.union(v.number(), v.null()), // counts the sounds from 1; null for other files
    verseId: v.optional(v.id("verses")), // of a sound that has words: its verse
    wordsPath: v.optional(v.string()), // of a sound that has words: their text file
    text: v.union(v.string(), v.null()),
    bytes: v.union(v.bytes(), v.null()),
    storageId: v.union(v.id("_storage"), v.null()),
    sizeBytes: v.number(), // without the header
    crc32: v.union(v.number(), v.null()), // null until the sound has been read
    start: v.union(v.number(), v.null()), // offset of the header in the ZIP
  })
    .index("by_exportId_and_crc32", ["exportId", "crc32"])
    .index("by_exportId_and_number", ["exportId", "number"])
    .index("by_exportId_and_start", ["exportId", "start"]),
};
