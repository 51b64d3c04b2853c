import { v } from "convex/values";
import { publicQuery } from "./functions";
import { loadStats } from "./model/content/stats";
import { statsValidator } from "./shared/validators";

/**
 * Returns a person's public totals: beats, verses, and votes received on both.
 * All are zero for an unknown user. Open to everyone.
 */
export const get = publicQuery({
  args: { userId: v.string() },
  returns: statsValidator,
  handler: async (ctx, { userId }) => loadStats(ctx, userId),
});
