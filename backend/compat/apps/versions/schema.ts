import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  notes: defineTable({ text: v.string(), count: v.int64(), bytes: v.bytes() }),
});
