import { v } from "convex/values";
import { accountMutation, memberMutation, publicQuery } from "./functions";
import * as ArtistSearch from "./model/artistSearch";
import * as Profiles from "./model/profiles";
import { requireAct } from "./permissions";
import { roleValidator } from "./shared/roles";
import {
  foundArtistValidator,
  publicProfileValidator,
} from "./shared/validators";

export const get = publicQuery({
  args: { userId: v.string() },
  returns: v.union(publicProfileValidator, v.null()),
  handler: async (ctx, { userId }) => {
    const id = ctx.db.normalizeId("users", userId);
    const profile = id && (await Profiles.findProfile(ctx, id));
    return profile ? Profiles.publicProfile(profile) : null;
  },
});

export const isUsernameFree = publicQuery({
  args: { username: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { username }) =>
    (await Profiles.findByUsername(ctx, username)) === null,
});

export const search = publicQuery({
  args: {
    text: v.string(),
    state: v.union(v.string(), v.null()),
    role: v.union(v.string(), v.null()),
  },
  returns: v.array(foundArtistValidator),
  handler: async (ctx, args) => ArtistSearch.searchArtists(ctx, args),
});

/** Completion: for a signed-in person whose account has no profile yet. */
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
    await Profiles.createProfile(ctx, ctx.viewer.userId, args);
    return null;
  },
});

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
    await Profiles.updateProfile(ctx, ctx.viewer.profile, args);
    return null;
  },
});

export const setRole = memberMutation({
  args: { role: roleValidator },
  returns: v.null(),
  handler: async (ctx, { role }) => {
    requireAct(ctx.viewer, "profile:edit", { ownerId: ctx.viewer.userId });
    await Profiles.setRole(ctx, ctx.viewer.profile, role);
    return null;
  },
});
