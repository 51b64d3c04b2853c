import { v } from "convex/values";
import {
  accountMutation,
  internalMutation,
  memberMutation,
  publicQuery,
} from "./functions";
import { leaveMics } from "./model/cyphers/mic";
import * as ArtistSearch from "./model/profiles/artistSearch";
import * as OfferNames from "./model/profiles/offerNames";
import * as Profiles from "./model/profiles/profiles";
import * as UsernameLooks from "./model/profiles/usernameLooks";
import { enforceLimit } from "./model/rateLimits/rateLimits";
import { requireAct } from "./model/accounts/requireAct";
import { isAllowed } from "./shared/permissions";
import { roleValidator } from "./shared/roles";
import {
  foundArtistValidator,
  publicProfileValidator,
} from "./shared/validators";

/**
 * Returns a person's public profile, or null if there is none. Never contains
 * the e-mail address. Open to everyone.
 */
export const get = publicQuery({
  args: { userId: v.string() },
  returns: v.union(publicProfileValidator, v.null()),
  handler: async (ctx, { userId }) => Profiles.findPublicProfile(ctx, userId),
});

/**
 * Returns whether a new person could take this username: it is neither in use
 * nor easily mistaken for a name in use. A malformed name counts as free; the
 * form reports what is wrong with it. Open to everyone.
 */
export const isUsernameFree = publicQuery({
  args: { username: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { username }) => Profiles.isUsernameFree(ctx, username),
});

/**
 * Returns up to 20 artists whose username contains the text, ignoring case,
 * sorted by name. An empty text matches every artist; state and role narrow the
 * result (null means all). Open to everyone.
 */
export const search = publicQuery({
  args: {
    text: v.string(),
    state: v.union(v.string(), v.null()),
    role: v.union(v.string(), v.null()),
  },
  returns: v.array(foundArtistValidator),
  handler: async (ctx, args) => ArtistSearch.searchArtists(ctx, args),
});

/**
 * Creates the profile of a signed-in person who has none yet.
 * @throws PROFILE_EXISTS, USERNAME_TAKEN, USERNAME_REQUIRED, USERNAME_INVALID,
 * ROLE_REQUIRED, STATE_REQUIRED, INSTAGRAM_INVALID, YOUTUBE_INVALID,
 * RATE_LIMITED, and the code of `accountMutation`
 */
export const create = accountMutation({
  args: {
    username: v.string(),
    role: v.string(),
    state: v.string(),
    instagram: v.string(),
    youtube: v.string(),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    await enforceLimit(ctx, "edit", ctx.viewer.userId);
    await Profiles.createProfile(ctx, ctx.viewer.userId, args);
    return null;
  },
});

/**
 * Updates the caller's own profile. Only members may call it. A new username
 * shows on existing beats and verses at once.
 * @throws USERNAME_TAKEN, USERNAME_REQUIRED, USERNAME_INVALID, BIO_TOO_LONG,
 * INSTAGRAM_INVALID, YOUTUBE_INVALID, RATE_LIMITED, and the codes of
 * `memberMutation`
 */
export const update = memberMutation({
  args: {
    username: v.string(),
    bio: v.string(),
    instagram: v.string(),
    youtube: v.string(),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    requireAct(ctx.viewer, "profile:edit", { ownerId: ctx.viewer.userId });
    await enforceLimit(ctx, "edit", ctx.viewer.userId);
    await Profiles.updateProfile(ctx, ctx.viewer.profile, args);
    return null;
  },
});

/**
 * Changes the caller's own role, and with it what they may do from the next
 * call on. If they no longer rap, gives back a mic that they have. Only members
 * may call it.
 * @throws STATE_REQUIRED if a listener without a state becomes an artist,
 * RATE_LIMITED, and the codes of `memberMutation`
 */
export const setRole = memberMutation({
  args: { role: roleValidator },
  returns: v.null(),
  handler: async (ctx, { role }) => {
    requireAct(ctx.viewer, "profile:edit", { ownerId: ctx.viewer.userId });
    await enforceLimit(ctx, "edit", ctx.viewer.userId);
    await Profiles.setRole(ctx, ctx.viewer.profile, role);
    const { userId } = ctx.viewer;
    if (!isAllowed({ userId, role }, "mic:take")) await leaveMics(ctx, userId);
    return null;
  },
});

/** Indexes usernames that were taken before look-alikes were refused. */
export const indexOldLooks = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await UsernameLooks.indexOldLooks(ctx);
    return null;
  },
});

/**
 * Marks the names of accounts that are still unconfirmed after a day, so that
 * anyone may take them. Run by a cron job.
 */
export const offerNames = internalMutation({
  args: { afterAt: v.number() },
  returns: v.null(),
  handler: async (ctx, { afterAt }) => {
    await OfferNames.offerNames(ctx, afterAt);
    return null;
  },
});
