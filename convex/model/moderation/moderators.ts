import type { Doc, Id } from "../../_generated/dataModel";
import { isModerator } from "../accounts/standing";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError } from "../errors";
import { findByUsername } from "../profiles/profiles";

const MOST_LISTED = 20;
const MOST_MARKED = 1000;

/**
 * Makes a member a moderator. Does nothing if they are one.
 * @throws USER_NOT_FOUND
 */
export async function appointModerator(
  ctx: WriteCtx,
  username: string,
): Promise<void> {
  const { userId } = await loadPerson(ctx, username);
  if (await isModerator(ctx, userId)) return;
  await ctx.db.insert("moderators", { userId, appointedAt: Date.now() });
  await markCasesAbout(ctx, userId);
}

/**
 * Marks the open cases about a new moderator; cases that open later are marked
 * then.
 */
async function markCasesAbout(
  ctx: WriteCtx,
  ownerId: Id<"users">,
): Promise<void> {
  const about = await ctx.db
    .query("cases")
    .withIndex("by_ownerId_and_createdAt", (q) => q.eq("ownerId", ownerId))
    .order("desc")
    .take(MOST_MARKED);
  for (const { _id, decidedAt } of about) {
    if (decidedAt !== null) continue;
    await ctx.db.patch("cases", _id, { isAboutModerator: true });
  }
}

/**
 * Makes a moderator an ordinary member again. Their decisions stay.
 * @throws USER_NOT_FOUND
 */
export async function dismissModerator(
  ctx: WriteCtx,
  username: string,
): Promise<void> {
  const { userId } = await loadPerson(ctx, username);
  const row = await ctx.db
    .query("moderators")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
  if (row) await ctx.db.delete("moderators", row._id);
}

/** Returns the longest-serving moderators. */
export async function listModerators(ctx: ReadCtx): Promise<Id<"users">[]> {
  const rows = await ctx.db.query("moderators").take(MOST_LISTED);
  return rows.map(({ userId }) => userId);
}

async function loadPerson(
  ctx: ReadCtx,
  username: string,
): Promise<Doc<"profiles">> {
  const profile = await findByUsername(ctx, username);
  if (!profile) throw appError("USER_NOT_FOUND");
  return profile;
}
