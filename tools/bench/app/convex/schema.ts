import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  beats: defineTable({ title: v.string(), voteCount: v.number() }),
  votes: defineTable({
    beatId: v.id("beats"),
    user: v.string(),
    at: v.number(),
  })
    .index("by_beat_and_user", ["beatId", "user"])
    .index("by_beat_and_at", ["beatId", "at"]),
  rows: defineTable({ group: v.number(), text: v.string() }).index("by_group", [
    "group",
  ]),
});
