import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  steps: defineTable({ run: v.number(), step: v.number() }),
  ticks: defineTable({ wantedAt: v.number(), ranAt: v.number() }),
});
