import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import { HOUR_MS } from "../../shared/limits";
import { ring } from "../circle/rings";
import type { WriteCtx } from "../contexts";
import { type ContentRef, findContent } from "./content";
import { authorOf } from "./voteShards";

/**
 * An hour after the first new vote on an item, its author is told how many
 * votes have come since the last notice. The count that they were told last is
 * a field of the item, whose row is written anyway when votes are added.
 */
type Item = Doc<"beats"> | Doc<"verses">;
type Telling = Pick<Item, "toldVotes" | "tellsVotesAt">;

/** A job that is this late was lost: imported data comes without its jobs. */
const LOST_MS = HOUR_MS;

/** Returns the fields that change if the author is to be told of new votes. */
export async function planTelling(
  ctx: WriteCtx,
  item: Item,
  voteCount: number,
): Promise<Telling> {
  const { toldVotes = item.voteCount, tellsVotesAt } = item;
  const now = Date.now();
  const isPlanned = tellsVotesAt !== undefined && now < tellsVotesAt + LOST_MS;
  if (isPlanned || voteCount <= toldVotes) return {};
  const due = { toldVotes, tellsVotesAt: now + HOUR_MS };
  await ctx.scheduler.runAfter(HOUR_MS, internal.bell.tellVotes, {
    contentType: "producerId" in item ? "beat" : "verse",
    contentId: item._id,
    tellsAt: due.tellsVotesAt,
  });
  return due;
}

/**
 * Tells an author how many votes have come. Counts only votes that are in the
 * item's own number. While a crowd votes, some votes are still in shards: the
 * next notice counts those.
 */
export async function tellVotes(
  ctx: WriteCtx,
  { tellsAt, ...ref }: ContentRef & { tellsAt: number },
): Promise<void> {
  const item = await findContent(ctx, ref);
  if (item?.tellsVotesAt !== tellsAt) return; // deleted, or planned anew
  const { toldVotes = 0, voteCount } = item;
  const told = Math.max(toldVotes, voteCount);
  const known = { toldVotes: told, tellsVotesAt: undefined };
  if ("producerId" in item) await ctx.db.patch("beats", item._id, known);
  else await ctx.db.patch("verses", item._id, known);
  if (told === toldVotes) return;
  const event = { kind: "votes", subjectId: item._id, actorId: null } as const;
  const count = told - toldVotes;
  await ring(ctx, { userId: authorOf(item), ...event, count });
}
