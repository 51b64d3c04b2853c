import type { Doc, Id } from "../../_generated/dataModel";
import { internal } from "../../_generated/api";
import type { ContentType } from "../../shared/validators";
import { type ContentId, findContent, normalizeContentId } from "./content";
import type { ReadCtx, WriteCtx } from "../contexts";
import { enforceMemberLimit } from "../rateLimits/rateLimits";
import type { Member } from "../accounts/viewers";
import { countVote } from "./voteCounts";
import { listShards, removeShards } from "./voteShards";

/**
 * At most this many ids are read in one call; a screen asks about far fewer.
 */
const MOST_ASKED = 100;
/**
 * Low enough that one transaction can delete a beat and its twenty verses with
 * this many votes each.
 */
const VOTES_PER_TURN = 500;

/** Returns the given ids for which the user has voted. */
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
 * Sets or removes a vote, and counts it in the same transaction. Does nothing if
 * the vote is already as wanted.
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
  await countVote(ctx, item, voted ? 1 : -1);
}

/**
 * Deletes a vote of any person, and lowers the count of the item, unless the
 * item is gone.
 */
export async function withdrawVote(
  ctx: WriteCtx,
  vote: Doc<"votes">,
): Promise<void> {
  await ctx.db.delete("votes", vote._id);
  const item = await findContent(ctx, vote);
  if (item !== null) await countVote(ctx, item, -1);
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
  await removeShards(ctx, await listShards(ctx, contentId));
  if (votes.length === VOTES_PER_TURN) {
    await ctx.scheduler.runAfter(0, internal.votes.removeRest, { contentId });
  }
}

const findVote = (ctx: ReadCtx, userId: Id<"users">, contentId: ContentId) =>
  ctx.db
    .query("votes")
    .withIndex("by_userId_and_contentId", (q) =>
      q.eq("userId", userId).eq("contentId", contentId),
    )
    .unique();
