import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { foldUsername } from "../../shared/usernames";
import type { ReadCtx, WriteCtx } from "../contexts";
import { indexArtist } from "./artistSearch";
import { looksOf } from "./looksOf";

type ReadDb = Pick<ReadCtx, "db">;

/**
 * Raise this when `looksOf` or `foldUsername` changes. Every name is then
 * indexed again.
 */
const LOOKS_VERSION = 2;
const BATCH_SIZE = 100;
/** A name has at most three looks. */
const MOST_LOOKS = 3;
/** Two names share a look only if both are from earlier versions. */
const MOST_ALIKE = 10;

/**
 * Returns people whose usernames look like this one. Looks that it shares with
 * `ownName`, the person's current name, do not count.
 */
export async function findLookAlikes(
  ctx: ReadDb,
  username: string,
  ownName: string | null,
): Promise<Id<"users">[]> {
  const own = ownName === null ? [] : looksOf(ownName);
  const looks = looksOf(username).filter((look) => !own.includes(look));
  const rows = await Promise.all(looks.map((look) => rowsOf(ctx, look)));
  return rows.flat().map(({ userId }) => userId);
}

const rowsOf = (ctx: ReadDb, look: string) =>
  ctx.db
    .query("usernameLooks")
    .withIndex("by_look", (q) => q.eq("look", look))
    .take(MOST_ALIKE);

/** Rewrites the looks of a profile's name. */
export async function indexLooks(
  ctx: WriteCtx,
  { _id, userId, username }: Doc<"profiles">,
): Promise<void> {
  await dropLooks(ctx, userId);
  for (const look of looksOf(username)) {
    await ctx.db.insert("usernameLooks", { userId, look });
  }
  await ctx.db.patch("profiles", _id, { looksVersion: LOOKS_VERSION });
}

export async function dropLooks(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  const rows = await ctx.db
    .query("usernameLooks")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .take(MOST_LOOKS);
  for (const { _id } of rows) await ctx.db.delete("usernameLooks", _id);
}

/**
 * Indexes usernames that were taken under an earlier version, in batches.
 * People whose names already look alike keep them.
 */
export async function indexOldLooks(ctx: WriteCtx): Promise<void> {
  const old = await ctx.db
    .query("profiles")
    .withIndex("by_looksVersion", (q) => q.lt("looksVersion", LOOKS_VERSION))
    .take(BATCH_SIZE);
  for (const profile of old) {
    await foldAgain(ctx, profile);
    await indexLooks(ctx, profile);
  }
  if (old.length === BATCH_SIZE) {
    await ctx.scheduler.runAfter(0, internal.profiles.indexOldLooks, {});
  }
}

/**
 * Stores the new key of a name. Keeps the old key if somebody else has the new
 * one: keys are unique.
 */
async function foldAgain(
  ctx: WriteCtx,
  profile: Doc<"profiles">,
): Promise<void> {
  const usernameFolded = foldUsername(profile.username);
  if (usernameFolded === profile.usernameFolded) return;
  const holder = await ctx.db
    .query("profiles")
    .withIndex("by_usernameFolded", (q) =>
      q.eq("usernameFolded", usernameFolded),
    )
    .first();
  if (holder !== null) return;
  await ctx.db.patch("profiles", profile._id, { usernameFolded });
  await indexArtist(ctx, { ...profile, usernameFolded });
}
