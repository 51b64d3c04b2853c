import { internalMutation } from "./functions";
import { circleHealth } from "./model/circle/health";
import { countHeld } from "./model/cyphers/mic";
import { circleHealthValidator } from "./shared/health";

/**
 * Returns whether people hear and answer each other (see `circleHealth`), and
 * how many mics of cyphers are held, at most 500. Run by operators. It writes
 * nothing, and is a mutation only because queries have no clock.
 */
export const health = internalMutation({
  args: {},
  returns: circleHealthValidator,
  handler: async (ctx) => ({
    ...(await circleHealth(ctx, Date.now())),
    mics: await countHeld(ctx, Date.now()),
  }),
});
