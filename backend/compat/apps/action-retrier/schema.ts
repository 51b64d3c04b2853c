import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  attempts: defineTable({ job: v.string() }),
  completions: defineTable({ runId: v.string(), result: v.any() }),
});
