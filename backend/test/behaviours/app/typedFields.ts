import { v } from "convex/values";

/** One field for each kind of validator. */
export const typedFields = {
  text: v.optional(v.string()),
  float: v.optional(v.number()),
  integer: v.optional(v.int64()),
  flag: v.optional(v.boolean()),
  nothing: v.optional(v.null()),
  bytes: v.optional(v.bytes()),
  anything: v.optional(v.any()),
  word: v.optional(v.literal("yes")),
  either: v.optional(v.union(v.string(), v.number())),
  list: v.optional(v.array(v.number())),
  note: v.optional(v.id("notes")),
  record: v.optional(v.record(v.string(), v.number())),
  noteRecord: v.optional(v.record(v.id("notes"), v.boolean())),
  object: v.optional(
    v.object({ needed: v.string(), extra: v.optional(v.number()) }),
  ),
};
