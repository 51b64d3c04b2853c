import type { Doc, Id } from "../_generated/dataModel";
import { appError, fieldsOf, refuse } from "../errors";
import {
  checkBio,
  checkProfile,
  checkSocials,
  checkUsername,
  type ProfileInput,
} from "../shared/profileFields";
import { isArtist, type Role } from "../shared/roles";
import { foldUsername, normalizeUsername } from "../shared/usernames";
import type { PublicProfile } from "../shared/validators";
import { indexArtist } from "./artistSearch";
import type { ReadCtx, WriteCtx } from "./contexts";

type ReadDb = Pick<ReadCtx, "db">;

export const findProfile = (ctx: ReadDb, userId: Id<"users">) =>
  ctx.db
    .query("profiles")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();

export const findByUsername = (ctx: ReadDb, username: string) =>
  ctx.db
    .query("profiles")
    .withIndex("by_usernameFolded", (q) =>
      q.eq("usernameFolded", foldUsername(normalizeUsername(username))),
    )
    .unique();

export function publicProfile(profile: Doc<"profiles">): PublicProfile {
  const { userId, username, role, state, bio, createdAt } = profile;
  const { instagram, youtube } = profile;
  return { userId, username, role, state, bio, instagram, youtube, createdAt };
}

/**
 * The name is looked up in the transaction that takes it: of two sign-ups with
 * one name at the same time, the second is run again and finds the first.
 */
export async function createProfile(
  ctx: WriteCtx,
  userId: Id<"users">,
  input: ProfileInput,
): Promise<void> {
  const fields = fieldsOf(checkProfile(input));
  if (await findProfile(ctx, userId)) throw appError("PROFILE_EXISTS");
  await requireFreeUsername(ctx, fields.username, userId);
  const now = Date.now();
  const id = await ctx.db.insert("profiles", {
    ...fields,
    userId,
    usernameFolded: foldUsername(fields.username),
    bio: "",
    createdAt: now,
    updatedAt: now,
  });
  await reindex(ctx, id);
}

export async function updateProfile(
  ctx: WriteCtx,
  profile: Doc<"profiles">,
  input: { username: string; bio: string; instagram: string; youtube: string },
): Promise<void> {
  const username = normalizeUsername(input.username);
  const bio = input.bio.trim();
  refuse(checkUsername(username) ?? checkBio(bio) ?? checkSocials(input));
  await requireFreeUsername(ctx, username, profile.userId);
  await ctx.db.patch("profiles", profile._id, {
    username,
    usernameFolded: foldUsername(username),
    bio,
    instagram: input.instagram.trim(),
    youtube: input.youtube.trim(),
    updatedAt: Date.now(),
  });
  await reindex(ctx, profile._id);
}

export async function setRole(
  ctx: WriteCtx,
  profile: Doc<"profiles">,
  role: Role,
): Promise<void> {
  if (isArtist(role) && profile.state === "") throw appError("STATE_REQUIRED");
  const updatedAt = Date.now();
  await ctx.db.patch("profiles", profile._id, { role, updatedAt });
  await reindex(ctx, profile._id);
}

async function requireFreeUsername(
  ctx: WriteCtx,
  username: string,
  userId: Id<"users">,
) {
  const holder = await findByUsername(ctx, username);
  if (holder && holder.userId !== userId) throw appError("USERNAME_TAKEN");
}

async function reindex(ctx: WriteCtx, id: Id<"profiles">) {
  const profile = await ctx.db.get("profiles", id);
  if (profile) await indexArtist(ctx, profile);
}
