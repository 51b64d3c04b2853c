import { v } from "convex/values";
import { internalMutation } from "./functions";
import * as Moderators from "./model/moderation/moderators";

const args = { username: v.string() };

/**
 * Makes a member a moderator. Only the command line can call this:
 * `npx convex run moderators:appoint '{"username":"asha"}'`.
 * @throws USER_NOT_FOUND
 */
export const appoint = internalMutation({
  args,
  returns: v.null(),
  handler: async (ctx, { username }) => {
    await Moderators.appointModerator(ctx, username);
    return null;
  },
});

/**
 * Ends a member's time as a moderator. Only the command line can call this.
 * @throws USER_NOT_FOUND
 */
export const dismiss = internalMutation({
  args,
  returns: v.null(),
  handler: async (ctx, { username }) => {
    await Moderators.dismissModerator(ctx, username);
    return null;
  },
});
