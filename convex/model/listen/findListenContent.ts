import type { Doc, Id } from "../../_generated/dataModel";
import { factsOf } from "../../shared/beatFacts";
import { MAX_VERSES_PER_BEAT } from "../../shared/limits";
import type {
  FoundContent,
  ListenContent,
  VerseLink,
} from "../../shared/listenValidators";
import { DEFAULT_TERMS } from "../../shared/terms";
import { listAnswers } from "../content/answers";
import type { ContentRef } from "../content/content";
import { hasTombstone } from "../content/tombstones";
import { findFile } from "../content/uploads";
import { loadPeaks } from "../content/waveforms";
import type { ReadCtx } from "../contexts";
import { usernameOf } from "../profiles/profiles";
import { findPublished } from "../words/published";

const MOST_ANSWERS = 5;

/**
 * Finds what the public page of a beat or verse shows. Distinguishes a removed
 * beat or verse from one that never existed. Any text may be given as id.
 */
export async function findListenContent(
  ctx: ReadCtx,
  { contentType, contentId }: ContentRef,
): Promise<FoundContent> {
  return contentType === "beat"
    ? findBeat(ctx, contentId)
    : findVerse(ctx, contentId);
}

async function findBeat(ctx: ReadCtx, text: string): Promise<FoundContent> {
  const id = ctx.db.normalizeId("beats", text);
  if (id === null) return { status: "missing" };
  const beat = await ctx.db.get("beats", id);
  if (beat === null) return absence(ctx, id);
  const content: ListenContent = {
    ...(await commonFields(ctx, beat)),
    contentType: "beat",
    beatId: id,
    ...factsOf(beat),
    producer: await usernameOf(ctx, beat.producerId),
    rapper: null,
    hasRoom: beat.verseCount < beat.versesLimit,
    peaks: await loadPeaks(ctx, { contentType: "beat", contentId: id }),
    words: null,
    verses: await versesOn(ctx, id),
    answers: null,
    answeredBy: [],
  };
  return { status: "found", content };
}

async function findVerse(ctx: ReadCtx, text: string): Promise<FoundContent> {
  const id = ctx.db.normalizeId("verses", text);
  if (id === null) return { status: "missing" };
  const verse = await ctx.db.get("verses", id);
  const beat = verse && (await ctx.db.get("beats", verse.beatId));
  if (!verse || !beat) return absence(ctx, id); // they are deleted together
  const content: ListenContent = {
    ...(await commonFields(ctx, verse)),
    contentType: "verse",
    beatId: verse.beatId,
    ...factsOf(beat),
    producer: await usernameOf(ctx, verse.beat.producerId),
    rapper: await usernameOf(ctx, verse.rapperId, verse.rapperUsername),
    hasRoom: beat.verseCount < beat.versesLimit,
    peaks: await loadPeaks(ctx, { contentType: "verse", contentId: id }),
    words: await findPublished(ctx, id),
    verses: [],
    answers: await answeredOf(ctx, verse),
    answeredBy: await linksTo(ctx, await listAnswers(ctx, id, MOST_ANSWERS)),
  };
  return { status: "found", content };
}

async function absence(
  ctx: ReadCtx,
  id: Id<"beats"> | Id<"verses">,
): Promise<FoundContent> {
  return { status: (await hasTombstone(ctx, id)) ? "removed" : "missing" };
}

/** The fields that beats and verses share. */
async function commonFields(ctx: ReadCtx, item: Doc<"beats"> | Doc<"verses">) {
  const { _id, storageId, durationMs, loudness, createdAt, terms } = item;
  const file = await findFile(ctx, storageId);
  const stored = await ctx.db.system.get("_storage", storageId);
  return {
    id: _id as string,
    terms: terms ?? DEFAULT_TERMS,
    fileUrl: await ctx.storage.getUrl(storageId),
    format: file?.extension ?? null,
    sizeBytes: stored?.size ?? null,
    durationMs,
    loudness,
    createdAt,
  };
}

async function versesOn(ctx: ReadCtx, beatId: Id<"beats">) {
  const verses = await ctx.db
    .query("verses")
    .withIndex("by_beatId_and_createdAt", (q) => q.eq("beatId", beatId))
    .order("desc")
    .take(MAX_VERSES_PER_BEAT);
  return linksTo(ctx, verses);
}

const linksTo = (
  ctx: ReadCtx,
  verses: readonly Doc<"verses">[],
): Promise<VerseLink[]> =>
  Promise.all(
    verses.map(async (verse) => ({
      id: verse._id,
      rapper: await usernameOf(ctx, verse.rapperId, verse.rapperUsername),
    })),
  );

async function answeredOf(
  ctx: ReadCtx,
  { answersId, answersRapperId }: Doc<"verses">,
): Promise<ListenContent["answers"]> {
  if (answersRapperId === undefined) return null;
  const answered = answersId && (await ctx.db.get("verses", answersId));
  if (!answered) return { verse: null };
  const [verse = null] = await linksTo(ctx, [answered]);
  return { verse };
}
