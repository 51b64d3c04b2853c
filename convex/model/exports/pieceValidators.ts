import { v } from "convex/values";

/** Bytes from `from` up to `end` (exclusive; null for the rest). */
export const wantedValidator = v.object({
  from: v.number(),
  end: v.union(v.number(), v.null()),
});

/** Plan for one piece of a ZIP. Its first part may begin before the piece does. */
export const pieceValidator = v.object({
  sizeBytes: v.number(), // of the whole ZIP
  end: v.number(), // exclusive; may be earlier than wanted
  parts: v.array(
    v.object({
      start: v.number(), // in the ZIP
      header: v.bytes(),
      sizeBytes: v.number(), // of the content behind the header
      text: v.union(v.string(), v.null()),
      bytes: v.union(v.bytes(), v.null()),
      storageId: v.union(v.id("_storage"), v.null()),
    }),
  ),
});

/** Answer to a request for a piece: there is none, others are sent, or here it is. */
export const sendingValidator = v.union(
  v.object({ status: v.literal("missing") }),
  v.object({ status: v.literal("busy") }),
  v.object({ status: v.literal("open"), piece: pieceValidator }),
);
