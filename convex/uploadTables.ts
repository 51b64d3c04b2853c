import { defineTable } from "convex/server";
import { v } from "convex/values";
import {
  audioFormatValidator,
  contentIdValidator,
  fileKindValidator,
} from "./shared/validators";

/**
 * Tables of stored files, and of files that arrive in pieces; see
 * model/content/uploadsInPieces.ts.
 */
export const uploadTables = {
  /**
   * Files that are arriving in pieces.
   * | the server | with the row
   */
  // The size counts as stored from the beginning.
  uploads: defineTable({
    /**
     * who sends it | | a day after it began or its pieces were joined, or six
     * hours for a young account; earlier if it is called off
     */
    ownerId: v.id("users"),
    /** beat or verse */
    kind: fileKindValidator,
    /** type of the file that the pieces make */
    contentType: v.string(),
    /** its size, for the quota | the person */
    sizeBytes: v.number(),
    /**
     * SHA-256 of the whole announced file, in hex; the joined file must match
     * it
     */
    sha256: v.string(),
    /** size of the pieces | the person */
    pieceBytes: v.number(),
    /** the file, once the pieces were joined | the person */
    storageId: v.union(v.id("_storage"), v.null()),
    /**
     * when a join began, so that only one runs | nobody | when the join ends
     */
    joiningSince: v.optional(v.number()),
    /** what it has used of the limits for all young accounts | nobody */
    youngUse: v.optional(
      v.array(
        v.object({
          /** which limit; its counter lasts a day at most */
          counterId: v.id("attemptCounters"),
          usedMs: v.number(),
        }),
      ),
    ),
    /** not written any more; older rows hold it for a day | nobody */
    youngShare: v.optional(v.string()),
    /** when it expires */
    expiresAt: v.number(),
  })
    .index("by_ownerId_and_sha256", ["ownerId", "sha256"])
    .index("by_joiningSince", ["joiningSince"])
    .index("by_expiresAt", ["expiresAt"]),

  /**
   * Pieces that have arrived.
   * | the server | with the row
   */
  // Joining the pieces removes the rows.
  uploadPieces: defineTable({
    /**
     * the file it belongs to | | when the pieces are joined; with the upload if
     * not
     */
    uploadId: v.id("uploads"),
    /** its place in the file | the person */
    index: v.number(),
    /** the bytes */
    storageId: v.id("_storage"),
  }).index("by_uploadId_and_index", ["uploadId", "index"]),

  /**
   * Who uploaded which file.
   * | the server | with the file
   */
  files: defineTable({
    /** who uploaded it */
    ownerId: v.id("users"),
    /** beat or verse */
    kind: fileKindValidator,
    /**
     * the file | | with the beat or verse; with the upload, within a day, if
     * nothing was published
     */
    storageId: v.id("_storage"),
    /** format of the audio; null until its contents have been inspected */
    extension: v.union(audioFormatValidator, v.null()),
    /** the beat or verse that was published with it */
    claimedBy: v.union(contentIdValidator, v.null()),
    /** its size, for the quota; older files lack it until they are measured */
    sizeBytes: v.optional(v.number()),
    /** recognises the same audio from someone else; in hex */
    sha256: v.optional(v.string()),
    /** when it was published */
    claimedAt: v.optional(v.number()), // also unset while nothing has claimed it
  })
    .index("by_storageId", ["storageId"])
    .index("by_ownerId", ["ownerId"])
    .index("by_sha256_and_claimedAt", ["sha256", "claimedAt"]),

  /**
   * How much each person stores, including files that are arriving in pieces.
   * | the server | with the last file
   */
  // There is no row for 0 bytes.
  storageUse: defineTable({
    /** whose files they are */
    userId: v.id("users"),
    /** size of all their files | the person */
    bytes: v.number(),
  }).index("by_userId", ["userId"]),

  /**
   * How far the cleanup of unused uploads has come.
   * | the server | never; always one row
   */
  uploadSweeps: defineTable({
    /** files stored until then have been checked */
    sweptUntil: v.number(),
  }),
};
