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
 * A vote on a quiet item changes its number, its ranks and the likes of its
 * author at once. Many voters would all write these rows, and wait for each
 * other. While an item is busy, a vote therefore changes only one of its shards,
 * and a job, the fold, adds them to the numbers every second, until a second
 * passes without a vote. People see the stored number plus the shards, so a vote
 * shows at once; ranks lag by two seconds at most.
 *
 * While folds run, `foldsAt` of the item says when the next one is due. Votes
 * are kept under it, as the round of their shards:
 *
 * 1. A fold adds the shards of earlier rounds and begins a new round.
 * 2. A vote that read the old round conflicts with that, and is run again.
 * 3. So no vote writes to a shard that a fold adds, and a fold succeeds however
 *    dense the crowd is. Only one that finds nothing of earlier rounds looks at
 *    the round of today, to learn whether it is the last.
 */
type Item = Doc<"beats"> | Doc<"verses">;

const FOLD_MS = 1_000;
/** A second vote within this time makes an item busy. */
const QUIET_MS = 2_000;
/**
 * A fold that is this late was lost: it failed, or the data came from an export,
 * which has no scheduled functions.
 */
const LOST_MS = 60_000;

/** Adds `by`, which may be negative, to the number of votes on an item. */
export async function countVote(
  ctx: WriteCtx,
  item: Item,
  by: number,
): Promise<void> {
  const now = Date.now();
  const { foldsAt, countedAt = 0 } = item;
  if (foldsAt !== undefined) {
    const isLost = now >= foldsAt + LOST_MS;
    const round = isLost ? await replaceFold(ctx, item) : foldsAt;
    return addToShard(ctx, item, { round, by });
  }
  const isQuiet = now >= countedAt + QUIET_MS;
  const next = isQuiet ? undefined : await scheduleFold(ctx, item);
  await addToNumbers(ctx, item, by, next);
}

/** Begins a new round, whose fold adds what the lost one has left. */
async function replaceFold(ctx: WriteCtx, item: Item): Promise<number> {
  const foldsAt = await scheduleFold(ctx, item);
  if ("producerId" in item) await ctx.db.patch("beats", item._id, { foldsAt });
  else await ctx.db.patch("verses", item._id, { foldsAt });
  return foldsAt;
}

/**
 * Adds the shards of earlier rounds to the numbers, and schedules the next fold
 * unless nothing is left.
 */
export async function foldVotes(
  ctx: WriteCtx,
  { foldsAt, ...ref }: ContentRef & { foldsAt: number },
): Promise<void> {
  const item = await findContent(ctx, ref);
  if (item?.foldsAt !== foldsAt) return; // deleted, or this fold was lost
  const shards = await listEarlierShards(ctx, item._id, foldsAt);
  const isLast =
    shards.length === 0 && (await listShards(ctx, item._id)).length === 0;
  const next = isLast ? undefined : await scheduleFold(ctx, item);
  await removeShards(ctx, shards);
  await addToNumbers(ctx, item, sumOf(shards), next);
}

/** Returns when the fold is due: after the last one, whatever the clock says. */
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
