import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  messages: defineTable({
    channel: v.string(),
    body: v.string(),
    rank: v.number(),
  }).index("by_channel_and_rank", ["channel", "rank"]),
  counters: defineTable({ name: v.string(), value: v.number() }).index(
    "by_name",
    ["name"],
  ),
  entries: defineTable({ key: v.string() }).index("by_key", ["key"]),
});
