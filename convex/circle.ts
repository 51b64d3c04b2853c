import { internalMutation } from "./functions";
import { circleHealth } from "./model/circle/health";
import { circleHealthValidator } from "./shared/health";

/**
 * Returns whether people hear and answer each other; see `circleHealth`. Run by
 * operators. It writes nothing, and is a mutation only because queries have no
 * clock.
 */
export const health = internalMutation({
  args: {},
  returns: circleHealthValidator,
  handler: (ctx) => circleHealth(ctx, Date.now()),
});
