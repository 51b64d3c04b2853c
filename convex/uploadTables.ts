import { defineTable } from "convex/server";
import { v } from "convex/values";
import { fileKindValidator } from "./shared/validators";

/** Files that arrive in pieces; see model/content/uploadsInPieces.ts. */
export const uploadTables = {
  // A file that was announced. Its size counts as stored from the beginning.
  uploads: defineTable({
    ownerId: v.id("users"),
    kind: fileKindValidator,
    contentType: v.string(),
    sizeBytes: v.number(),
    sha256: v.string(), // of the whole file, in hex
    pieceBytes: v.number(),
    storageId: v.union(v.id("_storage"), v.null()), // set once the pieces have been joined
    joiningSince: v.optional(v.number()), // set while an action joins the pieces
    expiresAt: v.number(),
  })
    .index("by_ownerId_and_sha256", ["ownerId", "sha256"])
    .index("by_joiningSince", ["joiningSince"])
    .index("by_expiresAt", ["expiresAt"]),

  // One row for each piece that has arrived. Joining them removes the rows.
  uploadPieces: defineTable({
    uploadId: v.id("uploads"),
    index: v.number(),
    storageId: v.id("_storage"),
  }).index("by_uploadId_and_index", ["uploadId", "index"]),
};
