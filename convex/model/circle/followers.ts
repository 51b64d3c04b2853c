import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { HOUR_MS } from "../../shared/limits";
import type { ReadCtx, WriteCtx } from "../contexts";
import { changeTotal, removeTotal, totalOf } from "../lists/listTotals";
import { ring } from "./rings";

/**
 * How many people follow a person. Many strangers may follow the same person at
 * once, so the number is split into shards. A follow also reads the person's
 * tally, which says when to tell them of new followers, but writes it only once
 * an hour.
 */
type UserId = Id<"users">;
type Follow = Pick<Doc<"follows">, "followedId" | "isYoung">;

/** A job that is this late was lost: imported data comes without its jobs. */
const LOST_MS = HOUR_MS;

const allOf = (userId: UserId) => `followers/of=${userId}`;
/**
 * Names the total of the followers of whom the bell tells. Young accounts do
 * not count.
 */
const ringingOf = (userId: UserId) => `followers/ringing=${userId}`;

export const countFollowers = (ctx: ReadCtx, userId: UserId): Promise<number> =>
  totalOf(ctx, allOf(userId));

/** Counts a new follow, or one that ends. */
export async function countFollow(
  ctx: WriteCtx,
  { followedId, isYoung }: Follow,
  by: 1 | -1,
): Promise<void> {
  await changeTotal(ctx, allOf(followedId), by);
  if (isYoung) return;
  await changeTotal(ctx, ringingOf(followedId), by);
  if (by > 0) await planTelling(ctx, followedId);
}

/** Plans to tell a person in an hour, unless that is planned already. */
async function planTelling(ctx: WriteCtx, userId: UserId): Promise<void> {
  const tally = await findTally(ctx, userId);
  const now = Date.now();
  const dueAt = now + HOUR_MS;
  const planned = tally?.dueAt ?? null;
  if (planned !== null && now < planned + LOST_MS) return;
  const tallyId = tally?._id ?? (await addTally(ctx, userId));
  await ctx.db.patch("followerTallies", tallyId, { dueAt });
  const job = { tallyId, dueAt };
  await ctx.scheduler.runAfter(HOUR_MS, internal.bell.tellFollowers, job);
}

const addTally = (ctx: WriteCtx, userId: UserId) =>
  ctx.db.insert("followerTallies", { userId, told: 0, dueAt: null });

/** Tells a person how many followers have come since they were last told. */
export async function tellFollowers(
  ctx: WriteCtx,
  { tallyId, dueAt }: { tallyId: Id<"followerTallies">; dueAt: number },
): Promise<void> {
  const tally = await ctx.db.get("followerTallies", tallyId);
  if (tally?.dueAt !== dueAt) return; // gone, or planned anew
  const { userId } = tally;
  const followers = await totalOf(ctx, ringingOf(userId));
  const told = Math.max(tally.told, followers);
  await ctx.db.patch("followerTallies", tally._id, { told, dueAt: null });
  const count = told - tally.told;
  if (count === 0) return;
  const event = {
    kind: "followers",
    subjectId: userId,
    actorId: null,
  } as const;
  await ring(ctx, { userId, ...event, count });
}

/** Deletes the follower counts of a person whom nobody follows any longer. */
export async function removeFollowerCounts(
  ctx: WriteCtx,
  userId: UserId,
): Promise<void> {
  await removeTotal(ctx, allOf(userId));
  await removeTotal(ctx, ringingOf(userId));
  const tally = await findTally(ctx, userId);
  if (tally) await ctx.db.delete("followerTallies", tally._id);
}

const findTally = (ctx: ReadCtx, userId: UserId) =>
  ctx.db
    .query("followerTallies")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
