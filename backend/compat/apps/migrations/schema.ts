import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  people: defineTable({
    number: v.number(),
    name: v.optional(v.string()),
    isEven: v.optional(v.boolean()),
  }).index("by_number", ["number"]),
});
