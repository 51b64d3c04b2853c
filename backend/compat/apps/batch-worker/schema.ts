import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  events: defineTable({ value: v.number(), insertedAt: v.commitTs() }).index(
    "insertedAt",
    ["insertedAt"],
  ),
  batches: defineTable({ sum: v.number(), size: v.number() }),
});
