import { defineTable } from "convex/server";
import { v } from "convex/values";
import { exportStageValidator } from "./shared/exports";

/**
 * Copies of everything a person has, asked for by that person. The ZIP is
 * never stored: these rows say where each of its bytes is. See
 * model/exports/steps.ts.
 */
export const exportTables = {
  /**
   * Copies of everything a person has, which they asked for.
   * | the server | with the row
   */
  exports: defineTable({
    /**
     * whose copy it is | the person | a day after it was ready; with the next
     * export; with the account
     */
    userId: v.id("users"),
    /** what is being prepared | the person */
    stage: exportStageValidator,
    /** place in a table while preparing */
    cursor: v.union(v.string(), v.null()),
    /** number of the page of that table */
    page: v.number(),
    /** number of the action that reads sounds */
    turn: v.number(),
    /** how many actions in a row read no sound */
    vainTurns: v.optional(v.number()),
    /** sounds in the export | the person */
    soundCount: v.number(),
    /** sounds that were read, for the progress | the person */
    readCount: v.number(),
    /** files that have their place in the ZIP */
    fileCount: v.number(),
    /** where the files end and the ZIP's directory begins */
    directoryStart: v.number(),
    /** size of the ZIP | the person */
    sizeBytes: v.number(),
    /** something went that it may hold, so it starts over */
    isOutdated: v.optional(v.boolean()),
    /**
     * when the sending of a piece began, so that only one is sent | nobody |
     * when the piece was read
     */
    sendingSince: v.optional(v.number()),
    /** when it was asked for */
    requestedAt: v.number(),
    /** until when it can be downloaded | the person */
    expiresAt: v.number(),
  })
    .index("by_userId", ["userId"])
    .index("by_sendingSince", ["sendingSince"])
    .index("by_expiresAt", ["expiresAt"]),

  /**
   * Files in an export. Sounds are not copied: an entry refers to the stored
   * file.
   * | the person | with the export
   */
  exportEntries: defineTable({
    /** the export | the server */
    exportId: v.id("exports"),
    /** name in the ZIP */
    path: v.string(),
    /** title in index.html */
    title: v.string(),
    /** order of the sounds in index.html */
    number: v.union(v.number(), v.null()),
    /** the verse, if it has words | the server */
    verseId: v.optional(v.id("verses")),
    /** name of the file of those words */
    wordsPath: v.optional(v.string()),
    /** tables, words and index.html */
    text: v.union(v.string(), v.null()),
    /** part of the ZIP's directory */
    bytes: v.union(v.bytes(), v.null()),
    /** the stored sound | the server */
    storageId: v.union(v.id("_storage"), v.null()),
    /** size of the file */
    sizeBytes: v.number(),
    /** checksum that ZIP files need */
    crc32: v.union(v.number(), v.null()),
    /** place in the ZIP | the server */
    start: v.union(v.number(), v.null()),
  })
    .index("by_exportId_and_crc32", ["exportId", "crc32"])
    .index("by_exportId_and_number", ["exportId", "number"])
    .index("by_exportId_and_start", ["exportId", "start"]),
};
