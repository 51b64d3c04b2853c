import { v } from "convex/values";
import { internalMutation } from "./functions";
import { purgeAttempts } from "./model/rateLimits/attempts";

/** Deletes counters that no longer limit anyone. Run by a cron job. */
export const purge = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await purgeAttempts(ctx);
    return null;
  },
});
