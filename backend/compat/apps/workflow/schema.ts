import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  notes: defineTable({ text: v.string() }),
  completions: defineTable({ context: v.string(), result: v.any() }),
});
