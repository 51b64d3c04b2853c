import type { Doc, Id } from "../../_generated/dataModel";
import type { ViewerInfo } from "../../shared/validators";
import type { ReadCtx } from "../contexts";
import { suspended } from "../errors";

type ReadDb = Pick<ReadCtx, "db">;
type Standing = Pick<
  ViewerInfo,
  "isModerator" | "suspension" | "unreadNotices"
>;

const MOST_COUNTED = 9;

/** Returns what only the person themselves is told about their account. */
export async function loadStanding(
  ctx: ReadDb,
  userId: Id<"users">,
): Promise<Standing> {
  const suspension = await findSuspension(ctx, userId);
  const unread = await ctx.db
    .query("notices")
    .withIndex("by_userId_and_readAt", (q) =>
      q.eq("userId", userId).eq("readAt", null),
    )
    .take(MOST_COUNTED);
  return {
    isModerator: await isModerator(ctx, userId),
    suspension: suspension && { until: suspension.until },
    unreadNotices: unread.length,
  };
}

export async function isModerator(
  ctx: ReadDb,
  userId: Id<"users">,
): Promise<boolean> {
  const row = await ctx.db
    .query("moderators")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
  return row !== null;
}

/**
 * Returns the row of the person's suspension, even if the suspension is over.
 */
export const findSuspension = (
  ctx: ReadDb,
  userId: Id<"users">,
): Promise<Doc<"suspensions"> | null> =>
  ctx.db
    .query("suspensions")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();

/**
 * Returns the suspension that is in force. The clock decides, so a suspension
 * ends on time even if the function that deletes its row is late.
 */
export async function findSuspensionNow(
  ctx: ReadDb,
  userId: Id<"users">,
): Promise<Doc<"suspensions"> | null> {
  const suspension = await findSuspension(ctx, userId);
  if (suspension === null) return null;
  const { until } = suspension;
  return until === null || until > Date.now() ? suspension : null;
}

/**
 * Throws SUSPENDED, with the time when the suspension ends, if the person is
 * suspended.
 */
export async function requireNotSuspended(
  ctx: ReadDb,
  userId: Id<"users">,
): Promise<void> {
  const suspension = await findSuspensionNow(ctx, userId);
  if (suspension !== null) throw suspended(suspension.until);
}
