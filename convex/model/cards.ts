import type { Doc, Id } from "../_generated/dataModel";
import type { BeatCard, VerseCard } from "../shared/validators";
import type { ReadCtx } from "./contexts";
import { findProfile } from "./profiles";

/** Names are joined, so that a rename shows everywhere at once. */
async function personOf(ctx: ReadCtx, userId: Id<"users">, fallback = "") {
  const profile = await findProfile(ctx, userId);
  return { userId, username: profile?.username ?? fallback };
}

export async function beatCard(
  ctx: ReadCtx,
  beat: Doc<"beats">,
): Promise<BeatCard> {
  const { title, genre, bpm, tags, state, voteCount, verseCount } = beat;
  return {
    id: beat._id,
    ...{ title, genre, bpm, tags, state, voteCount, verseCount },
    versesLimit: beat.versesLimit,
    producer: await personOf(ctx, beat.producerId),
    fileUrl: await ctx.storage.getUrl(beat.storageId),
    durationMs: beat.durationMs,
    createdAt: beat.createdAt,
  };
}

export async function verseCard(
  ctx: ReadCtx,
  verse: Doc<"verses">,
): Promise<VerseCard> {
  const { producerId, title, genre, bpm } = verse.beat;
  const producer = await personOf(ctx, producerId);
  return {
    id: verse._id,
    beat: { id: verse.beatId, title, genre, bpm, producer },
    rapper: await personOf(ctx, verse.rapperId, verse.rapperUsername),
    voteCount: verse.voteCount,
    fileUrl: await ctx.storage.getUrl(verse.storageId),
    durationMs: verse.durationMs,
    createdAt: verse.createdAt,
  };
}
