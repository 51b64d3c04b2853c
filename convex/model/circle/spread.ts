import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ReadCtx, WriteCtx } from "../contexts";
import { latestOf } from "./newestWork";

type UserId = Id<"users">;

/** The followers that one run handles: ten thousand of them take fifty runs. */
const ROWS_PER_TURN = 200;

/**
 * Stores the time of a person's newest work with each of their followers, after
 * a work was published or removed. Jobs do this, so that publishing does not
 * wait for it.
 */
export async function spreadNews(ctx: WriteCtx, userId: UserId): Promise<void> {
  const [follower] = await followersAfter(ctx, userId, null, 1);
  if (!follower) return;
  const job = { userId, after: null };
  await ctx.scheduler.runAfter(0, internal.follows.spread, job);
}

/**
 * Stores the time with a batch of followers, and schedules itself for the next
 * batch. Each run looks up the newest work itself, so two runs at once write
 * the same.
 */
export async function spread(
  ctx: WriteCtx,
  { userId, after }: { userId: UserId; after: UserId | null },
): Promise<void> {
  const latestAt = await latestOf(ctx, userId);
  const follows = await followersAfter(ctx, userId, after, ROWS_PER_TURN);
  for (const follow of follows)
    if (follow.latestAt !== latestAt)
      await ctx.db.patch("follows", follow._id, { latestAt });
  const last = follows.at(-1);
  if (last === undefined || follows.length < ROWS_PER_TURN) return;
  const job = { userId, after: last.followerId };
  await ctx.scheduler.runAfter(0, internal.follows.spread, job);
}

const followersAfter = (
  ctx: ReadCtx,
  userId: UserId,
  after: UserId | null,
  most: number,
): Promise<Doc<"follows">[]> =>
  ctx.db
    .query("follows")
    .withIndex("by_followedId_and_followerId", (q) => {
      const all = q.eq("followedId", userId);
      return after === null ? all : all.gt("followerId", after);
    })
    .take(most);
