import type { Doc, Id } from "../../_generated/dataModel";
import { appError, fieldsOf } from "../errors";
import { foldBreaks } from "../../shared/plainText";
import {
  checkEdit,
  checkProfile,
  checkUsername,
  type ProfileEdit,
  type ProfileInput,
} from "../../shared/profileFields";
import { isArtist, type Role } from "../../shared/roles";
import { foldUsername, normalizeUsername } from "../../shared/usernames";
import type { PublicProfile } from "../../shared/validators";
import { indexArtist } from "./artistSearch";
import type { ReadCtx, WriteCtx } from "../contexts";
import { isReserved } from "./reservedNames";
import { mayTakeName } from "./mayTakeName";
import { isConfirmed } from "./isConfirmed";
import { findLookAlikes, indexLooks } from "./usernameLooks";

type ReadDb = Pick<ReadCtx, "db">;

export const findProfile = (ctx: ReadDb, userId: Id<"users">) =>
  ctx.db
    .query("profiles")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();

/**
 * Reads the current username, so that a rename shows everywhere at once.
 * `fallback` is the name to show for a person without a profile.
 */
export const usernameOf = async (
  ctx: ReadDb,
  userId: Id<"users">,
  fallback = "",
): Promise<string> => (await findProfile(ctx, userId))?.username ?? fallback;

/**
 * Returns null for an invalid user id, for a user without a profile, and for one
 * who has not confirmed their address.
 */
export async function findPublicProfile(
  ctx: ReadDb,
  userId: string,
): Promise<PublicProfile | null> {
  const id = ctx.db.normalizeId("users", userId);
  const profile = id && (await findProfile(ctx, id));
  if (!profile || !(await isConfirmed(ctx, profile.userId))) return null;
  return publicProfile(profile);
}

export const findByUsername = (ctx: ReadDb, username: string) =>
  ctx.db
    .query("profiles")
    .withIndex("by_usernameFolded", (q) =>
      q.eq("usernameFolded", foldUsername(normalizeUsername(username))),
    )
    .unique();

/**
 * Returns whether a new person could take this username. A malformed name
 * counts as free; the form reports what is wrong with it.
 */
export async function isUsernameFree(
  ctx: ReadDb,
  text: string,
): Promise<boolean> {
  const username = normalizeUsername(text);
  if (checkUsername(username) !== null) return true;
  if (isReserved(username)) return false;
  const holders = await findHolders(ctx, username, null);
  return holders.every(({ isNameOffered }) => isNameOffered === true);
}

/** Returns a free name such as "artist-48213377". */
export async function newUsername(ctx: ReadDb): Promise<string> {
  for (;;) {
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    const name = `artist-${String(number).padStart(10, "0").slice(-8)}`;
    if (await isUsernameFree(ctx, name)) return name;
  }
}

/** Picks the fields of a profile that everyone may see. */
export function publicProfile(profile: Doc<"profiles">): PublicProfile {
  const { userId, username, role, state, createdAt } = profile;
  const { instagram, youtube } = profile;
  const bio = foldBreaks(profile.bio); // bios from earlier versions are stored as typed
  return { userId, username, role, state, bio, instagram, youtube, createdAt };
}

/**
 * Creates a profile. Checks the name in the transaction that takes it: if two
 * people sign up with one name at once, the second transaction is retried and
 * finds the name taken.
 * @throws PROFILE_EXISTS, USERNAME_TAKEN, and the codes of `checkProfile`
 */
export async function createProfile(
  ctx: WriteCtx,
  userId: Id<"users">,
  input: ProfileInput,
): Promise<void> {
  const fields = fieldsOf(checkProfile(input));
  if (await findProfile(ctx, userId)) throw appError("PROFILE_EXISTS");
  await takeUsername(ctx, fields.username, { userId, own: null });
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

/**
 * Updates a profile.
 * @throws USERNAME_TAKEN, and the codes of `checkEdit`
 */
export async function updateProfile(
  ctx: WriteCtx,
  profile: Doc<"profiles">,
  input: ProfileEdit,
): Promise<void> {
  const fields = fieldsOf(checkEdit(input, profile.username));
  const { username } = fields;
  const isRename = username !== profile.username;
  const { userId } = profile;
  if (isRename) await takeUsername(ctx, username, { userId, own: profile });
  await ctx.db.patch("profiles", profile._id, {
    ...fields,
    ...(isRename && { usernameFolded: foldUsername(username) }),
    updatedAt: Date.now(),
  });
  await reindex(ctx, profile._id);
}

/** @throws STATE_REQUIRED if an artist would have no state */
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

/**
 * Makes a username free for a person, or throws USERNAME_TAKEN. `own` is their
 * current profile: they may keep their name or change its case. Unconfirmed
 * accounts lose the name if `mayTakeName` allows it.
 */
async function takeUsername(
  ctx: WriteCtx,
  username: string,
  { userId, own }: { userId: Id<"users">; own: Doc<"profiles"> | null },
) {
  const isOwn = foldUsername(own?.username ?? "") === foldUsername(username);
  if (isReserved(username) && !isOwn) throw appError("USERNAME_TAKEN");
  const holders = await findHolders(ctx, username, own);
  for (const holder of holders) {
    if (!(await mayTakeName(ctx, userId, holder)))
      throw appError("USERNAME_TAKEN");
  }
  for (const holder of holders) await loseName(ctx, holder);
}

/**
 * Returns the profiles of all other people whose name equals or resembles this
 * one.
 */
async function findHolders(
  ctx: ReadDb,
  username: string,
  own: Doc<"profiles"> | null,
): Promise<Doc<"profiles">[]> {
  const same = await findByUsername(ctx, username);
  const alike = await findLookAlikes(ctx, username, own?.username ?? null);
  const found = await Promise.all(
    alike.map((userId) => findProfile(ctx, userId)),
  );
  const holders = [same, ...found]
    .filter((holder) => holder !== null)
    .filter(({ userId }) => userId !== own?.userId);
  return [...new Map(holders.map((holder) => [holder._id, holder])).values()];
}

async function loseName(ctx: WriteCtx, { _id, username }: Doc<"profiles">) {
  const name = await newUsername(ctx);
  await ctx.db.patch("profiles", _id, {
    ...{ username: name, usernameFolded: foldUsername(name) },
    ...{ lostName: username, isNameOffered: undefined },
  });
  await reindex(ctx, _id);
}

async function reindex(ctx: WriteCtx, id: Id<"profiles">) {
  const profile = await ctx.db.get("profiles", id);
  if (!profile) return;
  await indexArtist(ctx, profile);
  await indexLooks(ctx, profile);
}
