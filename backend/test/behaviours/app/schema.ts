import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { typedFields } from "./typedFields.ts";

export default defineSchema({
  /** Holds values of any type, for tests of ranges and filters. */
  things: defineTable({
    label: v.string(),
    a: v.optional(v.any()),
    b: v.optional(v.any()),
    nested: v.optional(v.any()),
  })
    .index("by_a", ["a"])
    .index("by_a_and_b", ["a", "b"])
    .index("by_deep", ["nested.deep"]),
  notes: defineTable({
    owner: v.string(),
    text: v.string(),
    likes: v.number(),
    tag: v.optional(v.string()),
  })
    .index("by_owner_and_likes", ["owner", "likes"])
    .searchIndex("search_text", {
      searchField: "text",
      filterFields: ["owner", "tag"],
    }),
  typed: defineTable(typedFields),
  shapes: defineTable(
    v.union(
      v.object({ kind: v.literal("circle"), radius: v.number() }),
      v.object({ kind: v.literal("square"), side: v.number() }),
    ),
  ),
  tastes: defineTable({
    name: v.string(),
    sweet: v.array(v.number()),
    kind: v.string(),
  }).vectorIndex("by_sweet", {
    vectorField: "sweet",
    dimensions: 2,
    filterFields: ["kind"],
  }),
  ticks: defineTable({ cron: v.string(), n: v.number() }).index("by_cron", [
    "cron",
  ]),
});
