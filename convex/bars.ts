import { v } from "convex/values";
import { beatMutation } from "./functions";
import { requireAct } from "./model/accounts/requireAct";
import { setBars } from "./model/content/bars";
import { barsFields } from "./shared/bars";

/**
 * Sets where the first bar of a beat starts, and its key; null removes either.
 * Only the beat's producer may call it.
 * @throws CANNOT_SET_BARS, FIRST_BAR_INVALID, KEY_INVALID, RATE_LIMITED, and the
 * codes of `beatMutation`
 */
export const set = beatMutation({
  args: barsFields,
  returns: v.null(),
  handler: async (ctx, bars) => {
    requireAct(ctx.viewer, "beat:setBars", { ownerId: ctx.beat.producerId });
    await setBars(ctx, ctx.beat, bars);
    return null;
  },
});
