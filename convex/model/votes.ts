import type { Doc, Id } from "../_generated/dataModel";
import { internal } from "../_generated/api";
import type { ContentType } from "../shared/validators";
import { rerankBeat } from "./beatLists";
import {
  type ContentId,
  type ContentRef,
  loadContent,
  normalizeContentId,
} from "./content";
import type { ReadCtx, WriteCtx } from "./contexts";
import { popularityOf } from "./popularity";
import { takeTurn } from "./rateLimits";
import { changeLikes } from "./stats";
import { rerankVerse } from "./verseLists";

/** As many as the screens ask about at once, several times over. */
const MOST_ASKED = 100;
/** A beat and its twenty verses, with so many votes each, fit one transaction. */
const VOTES_PER_TURN = 500;

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

/** The row and everything counted from it change in one transaction. */
export async function setVote(
  ctx: WriteCtx,
  userId: Id<"users">,
  { voted, ...ref }: ContentRef & { voted: boolean },
): Promise<void> {
  await takeTurn(ctx, "vote", userId);
  const item = await loadContent(ctx, ref);
  const vote = await findVote(ctx, userId, item._id);
  if (voted === (vote !== null)) return;
  if (vote) await ctx.db.delete("votes", vote._id);
  else {
    await ctx.db.insert("votes", {
      userId,
      contentType: ref.contentType,
      contentId: item._id,
      vote: 1,
      createdAt: Date.now(),
    });
  }
  await changeVoteCount(ctx, item, voted ? 1 : -1);
}

/** The item is gone and counts no more; its rows go now, or soon when they are very many. */
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
