import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  beats: defineTable({ name: v.string(), votes: v.number() }).index("by_name", [
    "name",
  ]),
  votes: defineTable({
    beat: v.string(),
    key: v.string(),
    padding: v.string(),
  }).index("by_beat_and_key", ["beat", "key"]),
  sides: defineTable({
    pair: v.string(),
    name: v.string(),
    isOn: v.boolean(),
  }).index("by_pair_and_name", ["pair", "name"]),
});
