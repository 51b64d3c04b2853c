import type { Doc } from "../../_generated/dataModel";
import { internal } from "../../_generated/api";
import type { WriteCtx } from "../contexts";
import { rerankBeat } from "../lists/beatLists";
import { popularityOf } from "../lists/popularityOf";
import { rerankVerse } from "../lists/verseLists";
import { type ContentRef, findContent } from "./content";
import { changeLikes } from "./stats";
import { planTelling } from "./voteRings";
import {
  addToShard,
  authorOf,
  listEarlierShards,
  listShards,
  removeShards,
  sumOf,
} from "./voteShards";

/**
 * A vote on a quiet item changes its number, its ranks and the likes of its author at once. Many
 * voters would all write these rows, and wait for each other. While an item is busy, a vote
 * therefore changes only one of its shards, and a job, the fold, adds them to the numbers every
 * second, until a second passes with few votes. People see the stored number plus the shards, so a
 * vote shows at once; ranks lag by two seconds at most.
 *
 * While folds run, `foldsAt` of the item says when the next one is due. That time is also the name
 * of a round, and each shard belongs to one round:
 *
 * 1. A fold adds the shards of earlier rounds and begins a new round.
 * 2. A vote that read the old round conflicts with that, and is run again.
 * 3. So no vote writes to a shard that a fold adds, and a fold succeeds however dense the crowd is.
 *   Only a fold that finds few votes of earlier rounds looks at the current round. If there are few
 *   in all, it adds them and is the last fold.
 *
 * Each fold leaves the record of its job for a week. One person who toggles a vote must therefore
 * not keep an item busy.
 */
type Item = Doc<"beats"> | Doc<"verses">;

const FOLD_MS = 1_000;
/** A second vote within this time makes an item busy. */
const QUIET_MS = 500;
/**
 * A fold that finds fewer shards than this is the last: the item is quiet
 * again.
 */
const FEWEST_SHARDS = 4;
/**
 * A fold that is this far from its time was lost: it failed, the clock has gone
 * back, or the data was imported, which brings no scheduled functions.
 */
const LOST_MS = 60_000;
const LOST_AT_ONCE = 10;

/** Adds `by`, which may be negative, to the number of votes on an item. */
export async function countVote(
  ctx: WriteCtx,
  item: Item,
  by: number,
): Promise<void> {
  const now = Date.now();
  const { foldsAt, countedAt = 0 } = item;
  if (foldsAt !== undefined) {
    const isLost = Math.abs(now - foldsAt) >= LOST_MS;
    if (!isLost) return addToShard(ctx, item, { round: foldsAt, by });
    return foldAll(ctx, item, by);
  }
  const isQuiet = Math.abs(now - countedAt) >= QUIET_MS;
  const next = isQuiet ? undefined : await scheduleFold(ctx, item);
  await addToNumbers(ctx, item, by, next);
}

/**
 * Adds the shards of earlier rounds to the numbers, and schedules the next fold
 * unless there are few.
 */
export async function foldVotes(
  ctx: WriteCtx,
  { foldsAt, ...ref }: ContentRef & { foldsAt: number },
): Promise<void> {
  const item = await findContent(ctx, ref);
  if (item?.foldsAt !== foldsAt) return; // deleted, or this fold was lost
  const shards = await listEarlierShards(ctx, item._id, foldsAt);
  const isCalm =
    shards.length < FEWEST_SHARDS &&
    (await listShards(ctx, item._id)).length < FEWEST_SHARDS;
  if (isCalm) return foldAll(ctx, item, 0);
  const next = await scheduleFold(ctx, item);
  await removeShards(ctx, shards);
  await addToNumbers(ctx, item, sumOf(shards), next);
}

/**
 * Adds the votes of all shards, and `more`, to the stored numbers. From then
 * on, the item counts as quiet.
 */
async function foldAll(ctx: WriteCtx, item: Item, more: number): Promise<void> {
  const shards = await listShards(ctx, item._id);
  await removeShards(ctx, shards);
  await addToNumbers(ctx, item, sumOf(shards) + more, undefined);
}

/**
 * Adds the shards that lost folds have left, for items that nobody votes for
 * now. Returns whether there may be more such items.
 */
export async function replaceLostFolds(ctx: WriteCtx): Promise<boolean> {
  const now = Date.now();
  const late = await listDue(ctx, { after: 0, before: now - LOST_MS });
  const early = await listDue(ctx, { after: now + LOST_MS, before: Infinity });
  const lost = [...late, ...early];
  for (const item of lost) await foldAll(ctx, item, 0);
  return lost.length >= LOST_AT_ONCE;
}

/** Returns beats and verses whose fold is due between two times. */
async function listDue(
  { db }: WriteCtx,
  { after, before }: { after: number; before: number },
): Promise<Item[]> {
  const beats = await db
    .query("beats")
    .withIndex("by_foldsAt", (q) =>
      q.gt("foldsAt", after).lt("foldsAt", before),
    )
    .take(LOST_AT_ONCE);
  const verses = await db
    .query("verses")
    .withIndex("by_foldsAt", (q) =>
      q.gt("foldsAt", after).lt("foldsAt", before),
    )
    .take(LOST_AT_ONCE);
  return [...beats, ...verses];
}

/**
 * Schedules the next fold, and returns when it is due. That is later than the
 * last fold was due, even if the clock has gone back.
 */
async function scheduleFold(
  ctx: WriteCtx,
  { foldsAt: last = 0, ...item }: Item,
): Promise<number> {
  const foldsAt = Math.max(Date.now() + FOLD_MS, last + 1);
  await ctx.scheduler.runAfter(FOLD_MS, internal.votes.fold, {
    contentType: "producerId" in item ? "beat" : "verse",
    contentId: item._id,
    foldsAt,
  });
  return foldsAt;
}

async function addToNumbers(
  ctx: WriteCtx,
  item: Item,
  by: number,
  foldsAt: number | undefined,
) {
  const voteCount = item.voteCount + by;
  const popularity = popularityOf(voteCount, item.createdAt);
  const countedAt = by === 0 ? item.countedAt : Date.now();
  const telling = await planTelling(ctx, item, voteCount);
  const fields = { voteCount, popularity, countedAt, foldsAt, ...telling };
  if ("producerId" in item) {
    await ctx.db.patch("beats", item._id, fields);
    await rerankBeat(ctx, item, popularity);
  } else {
    await ctx.db.patch("verses", item._id, fields);
    await rerankVerse(ctx, item, popularity);
  }
  await changeLikes(ctx, authorOf(item), by);
}
