import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({ runs: defineTable({ text: v.string() }) });
