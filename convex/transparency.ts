import { v } from "convex/values";
import { publicQuery } from "./functions";
import { listMonths } from "./model/cases/monthCounts";
import { monthValidator } from "./shared/moderation";

/**
 * Returns how many cases were opened and decided in each of the last months,
 * newest first. Open to everyone.
 */
export const months = publicQuery({
  args: {},
  returns: v.array(monthValidator),
  handler: async (ctx) => listMonths(ctx),
});
