import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  entries: defineTable({ account: v.string(), amount: v.number() }).index(
    "by_account",
    ["account"],
  ),
});
