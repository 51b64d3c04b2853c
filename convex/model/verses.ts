import type { Doc, Id } from "../_generated/dataModel";
import { appError } from "../errors";
import { loadBeat, loadVerse } from "./content";
import type { AudioFormat } from "../shared/validators";
import type { WriteCtx } from "./contexts";
import { popularityOf } from "./popularity";
import { changeLikes } from "./stats";
import { claimUpload, removeFile } from "./uploads";
import { delistVerse, enlistVerse } from "./verseLists";
import type { Member } from "./viewers";
import { removeVotes } from "./votes";
import { removePeaks, storePeaks } from "./waveforms";

export interface NewVerse {
  beatId: Id<"beats">;
  storageId: Id<"_storage">;
  peaks: number[];
  durationMs: number;
  extension: AudioFormat;
}

/**
 * The count is read and raised in one transaction: of two verses for the last
 * place, the second is run again, finds the beat full, and is refused.
 */
export async function createVerse(
  ctx: WriteCtx,
  viewer: Member,
  { beatId, storageId, extension, peaks, durationMs }: NewVerse,
): Promise<Id<"verses">> {
  const beat = await loadBeat(ctx, beatId);
  requirePlace(beat);
  const now = Date.now();
  const { producerId, title, genre, bpm } = beat;
  const verseId = await ctx.db.insert("verses", {
    beatId,
    rapperId: viewer.userId,
    rapperUsername: viewer.profile.username,
    beat: { producerId, title, genre, bpm },
    voteCount: 0,
    popularity: popularityOf(0, now),
    storageId,
    durationMs,
    createdAt: now,
    updatedAt: now,
  });
  await claimUpload(ctx, viewer.userId, {
    storageId,
    claimedBy: verseId,
    extension,
  });
  await storePeaks(ctx, verseId, peaks);
  await changeVerseCount(ctx, beat, 1);
  await enlistVerse(ctx, await loadVerse(ctx, verseId));
  return verseId;
}

export async function removeVerse(
  ctx: WriteCtx,
  verse: Doc<"verses">,
): Promise<void> {
  await removeVotes(ctx, verse._id);
  await removePeaks(ctx, verse._id);
  await removeFile(ctx, verse.storageId);
  await ctx.db.delete("verses", verse._id);
  await changeVerseCount(ctx, await loadBeat(ctx, verse.beatId), -1);
  await delistVerse(ctx, verse);
  await changeLikes(ctx, verse.rapperId, -verse.voteCount);
}

export function requirePlace(beat: Doc<"beats">): void {
  if (beat.verseCount >= beat.versesLimit)
    throw appError("VERSE_LIMIT_REACHED");
}

async function changeVerseCount(
  ctx: WriteCtx,
  { _id, verseCount }: Doc<"beats">,
  by: number,
) {
  await ctx.db.patch("beats", _id, { verseCount: verseCount + by });
}
