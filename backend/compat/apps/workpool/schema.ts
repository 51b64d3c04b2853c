import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  attempts: defineTable({ job: v.string() }),
  running: defineTable({ job: v.string() }),
  peaks: defineTable({ running: v.number() }),
  completions: defineTable({
    workId: v.string(),
    context: v.string(),
    result: v.any(),
  }),
});
