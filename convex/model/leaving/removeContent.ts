import { removeBeat } from "../content/beats";
import { removeFile } from "../content/uploads";
import { removeVerse } from "../content/verses";
import { withdrawVote } from "../content/votes";
import type { WriteCtx } from "../contexts";
import type { Departure } from "./departures/departures";
import { unlinkMatches } from "./unlinkClaims";

const VERSES_PER_TURN = 5;
const VOTES_PER_TURN = 20;
const FILES_PER_TURN = 20;

/** Removes a beat with its verses, or a few verses if no beat is left. */
export async function removeContent(
  ctx: WriteCtx,
  { userId }: Departure,
): Promise<boolean> {
  const beat = await ctx.db
    .query("beats")
    .withIndex("by_producerId_and_createdAt", (q) => q.eq("producerId", userId))
    .first();
  if (beat) {
    if (await unlinkMatches(ctx, beat._id)) return true;
    await removeBeat(ctx, beat);
    return true;
  }
  const verses = await ctx.db
    .query("verses")
    .withIndex("by_rapperId_and_createdAt", (q) => q.eq("rapperId", userId))
    .take(VERSES_PER_TURN);
  for (const verse of verses) {
    if (await unlinkMatches(ctx, verse._id)) return true;
    await removeVerse(ctx, verse);
  }
  return verses.length > 0;
}

/**
 * Withdraws a person's votes, and lowers the counts of the beats and verses.
 */
export async function removeVotesOf(
  ctx: WriteCtx,
  { userId }: Departure,
): Promise<boolean> {
  const votes = await ctx.db
    .query("votes")
    .withIndex("by_userId_and_contentId", (q) => q.eq("userId", userId))
    .take(VOTES_PER_TURN);
  for (const vote of votes) await withdrawVote(ctx, vote);
  return votes.length > 0;
}

/** Removes uploads that were never published. */
export async function removeUploads(
  ctx: WriteCtx,
  { userId }: Departure,
): Promise<boolean> {
  const files = await ctx.db
    .query("files")
    .withIndex("by_ownerId", (q) => q.eq("ownerId", userId))
    .take(FILES_PER_TURN);
  for (const { storageId } of files) await removeFile(ctx, storageId);
  return files.length > 0;
}
