import type { Doc, Id } from "../../_generated/dataModel";
import { internal } from "../../_generated/api";
import type { ContentType } from "../../shared/validators";
import { rerankBeat } from "../lists/beatLists";
import { type ContentId, findContent, normalizeContentId } from "./content";
import type { ReadCtx, WriteCtx } from "../contexts";
import { popularityOf } from "../lists/popularityOf";
import { enforceMemberLimit } from "../rateLimits/rateLimits";
import type { Member } from "../accounts/viewers";
import { changeLikes } from "./stats";
import { rerankVerse } from "../lists/verseLists";

/** Several times as many as the screens ask about at once. */
const MOST_ASKED = 100;
/**
 * Low enough that one transaction can delete a beat and its twenty verses with
 * this many votes each.
 */
const VOTES_PER_TURN = 500;

/** Returns those of the given ids that the user has voted for. */
export async function listVoted(
  ctx: ReadCtx,
  userId: Id<"users">,
  {
    contentType,
    contentIds,
  }: { contentType: ContentType; contentIds: string[] },
): Promise<string[]> {
  const voted: string[] = [];
  for (const contentId of contentIds.slice(0, MOST_ASKED)) {
    const id = normalizeContentId(ctx, { contentType, contentId });
    if (id && (await findVote(ctx, userId, id))) voted.push(contentId);
  }
  return voted;
}

/**
 * Sets or removes a vote, and updates every count based on it in the same
 * transaction. Does nothing if the vote is already as wanted.
 * @throws RATE_LIMITED
 */
export async function setVote(
  ctx: WriteCtx,
  viewer: Pick<Member, "userId" | "joinedAt">,
  item: Doc<"beats"> | Doc<"verses">,
  voted: boolean,
): Promise<void> {
  const { userId } = viewer;
  await enforceMemberLimit(ctx, "vote", viewer);
  const vote = await findVote(ctx, userId, item._id);
  if (voted === (vote !== null)) return;
  if (vote) {
    await ctx.db.delete("votes", vote._id);
  } else {
    await ctx.db.insert("votes", {
      userId,
      contentType: "producerId" in item ? "beat" : "verse",
      contentId: item._id,
      vote: 1,
      createdAt: Date.now(),
    });
  }
  await changeVoteCount(ctx, item, voted ? 1 : -1);
}

/**
 * Deletes a vote of any person, and updates every count based on it. The
 * item may be gone already.
 */
export async function withdrawVote(
  ctx: WriteCtx,
  vote: Doc<"votes">,
): Promise<void> {
  await ctx.db.delete("votes", vote._id);
  const item = await findContent(ctx, vote);
  if (item !== null) await changeVoteCount(ctx, item, -1);
}

/**
 * Deletes the votes of a deleted item, and schedules the rest if there are
 * many. Does not change any counts.
 */
export async function removeVotes(
  ctx: WriteCtx,
  contentId: ContentId,
): Promise<void> {
  const votes = await ctx.db
    .query("votes")
    .withIndex("by_contentId", (q) => q.eq("contentId", contentId))
    .take(VOTES_PER_TURN);
  for (const vote of votes) await ctx.db.delete("votes", vote._id);
  if (votes.length === VOTES_PER_TURN) {
    await ctx.scheduler.runAfter(0, internal.votes.removeRest, { contentId });
  }
}

async function changeVoteCount(
  ctx: WriteCtx,
  item: Doc<"beats"> | Doc<"verses">,
  by: number,
) {
  const voteCount = item.voteCount + by;
  const popularity = popularityOf(voteCount, item.createdAt);
  if ("producerId" in item) {
    await ctx.db.patch("beats", item._id, { voteCount, popularity });
    await rerankBeat(ctx, item, popularity);
    await changeLikes(ctx, item.producerId, by);
  } else {
    await ctx.db.patch("verses", item._id, { voteCount, popularity });
    await rerankVerse(ctx, item, popularity);
    await changeLikes(ctx, item.rapperId, by);
  }
}

const findVote = (ctx: ReadCtx, userId: Id<"users">, contentId: ContentId) =>
  ctx.db
    .query("votes")
    .withIndex("by_userId_and_contentId", (q) =>
      q.eq("userId", userId).eq("contentId", contentId),
    )
    .unique();
