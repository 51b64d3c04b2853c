import { v } from "convex/values";
import { publicQuery } from "./functions";
import { loadStats } from "./model/stats";
import { statsValidator } from "./shared/validators";

export const get = publicQuery({
  args: { userId: v.string() },
  returns: statsValidator,
  handler: async (ctx, { userId }) =>
    loadStats(ctx, ctx.db.normalizeId("users", userId)),
});
