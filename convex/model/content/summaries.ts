import type { Doc, Id } from "../../_generated/dataModel";
import { copiedFactsOf, factsOf } from "../../shared/beatFacts";
import type { BeatSummary, VerseSummary } from "../../shared/validators";
import { DEFAULT_TERMS } from "../../shared/terms";
import type { ReadCtx } from "../contexts";
import { usernameOf } from "../profiles/profiles";
import { votesOn } from "./voteShards";

/** Returns a person's id and name; see `usernameOf`. */
export async function personOf(
  ctx: ReadCtx,
  userId: Id<"users">,
  fallback = "",
) {
  return { userId, username: await usernameOf(ctx, userId, fallback) };
}

/** Returns null for an invalid id and for a deleted beat. */
export async function findBeatSummary(
  ctx: ReadCtx,
  beatId: string,
): Promise<BeatSummary | null> {
  const id = ctx.db.normalizeId("beats", beatId);
  const beat = id && (await ctx.db.get("beats", id));
  return beat && beatSummary(ctx, beat);
}

export async function beatSummary(
  ctx: ReadCtx,
  beat: Doc<"beats">,
): Promise<BeatSummary> {
  const { state, verseCount } = beat;
  return {
    id: beat._id,
    ...factsOf(beat),
    ...{ state, verseCount },
    voteCount: await votesOn(ctx, beat),
    versesLimit: beat.versesLimit,
    terms: beat.terms ?? DEFAULT_TERMS,
    grid: beat.grid ?? null,
    key: beat.key ?? null,
    loudness: beat.loudness,
    producer: await personOf(ctx, beat.producerId),
    fileUrl: await ctx.storage.getUrl(beat.storageId),
    durationMs: beat.durationMs,
    createdAt: beat.createdAt,
  };
}

export async function verseSummary(
  ctx: ReadCtx,
  verse: Doc<"verses">,
): Promise<VerseSummary> {
  const producer = await personOf(ctx, verse.beat.producerId);
  return {
    id: verse._id,
    beat: { id: verse.beatId, ...copiedFactsOf(verse.beat), producer },
    rapper: await personOf(ctx, verse.rapperId, verse.rapperUsername),
    terms: verse.terms ?? DEFAULT_TERMS,
    loudness: verse.loudness,
    voteCount: await votesOn(ctx, verse),
    fileUrl: await ctx.storage.getUrl(verse.storageId),
    durationMs: verse.durationMs,
    hasWords: verse.hasWords === true,
    section: verse.section ?? null,
    answers: await answersOf(ctx, verse),
    firstAnswerId: verse.firstAnswerId ?? null,
    answerCount: verse.answerCount ?? 0,
    cypherId: verse.cypherId ?? null,
    createdAt: verse.createdAt,
  };
}

/**
 * Does not read the row of the answered verse, because each vote changes it.
 */
async function answersOf(
  ctx: ReadCtx,
  { answersId, answersRapperId }: Doc<"verses">,
): Promise<VerseSummary["answers"]> {
  if (answersRapperId === undefined) return null;
  const rapper = answersRapperId && (await personOf(ctx, answersRapperId));
  return { verseId: answersId ?? null, rapper };
}
