import type { Doc, Id } from "../_generated/dataModel";
import { fieldsOf } from "../errors";
import { checkBeat } from "../shared/beatFields";
import { DEFAULT_VERSES_LIMIT, type VersesLimit } from "../shared/limits";
import type { AudioFormat } from "../shared/validators";
import { delistBeat, enlistBeat } from "./beatLists";
import { loadBeat } from "./content";
import type { WriteCtx } from "./contexts";
import { popularityOf } from "./popularity";
import { changeLikes } from "./stats";
import { claimUpload, removeFile } from "./uploads";
import { removeVerse } from "./verses";
import type { Member } from "./viewers";
import { removeVotes } from "./votes";
import { removePeaks, storePeaks } from "./waveforms";

export interface NewBeat {
  storageId: Id<"_storage">;
  title: string;
  genre: string;
  bpm: number;
  tags: string[];
  peaks: number[];
  durationMs: number;
  extension: AudioFormat;
}

export async function createBeat(
  ctx: WriteCtx,
  viewer: Member,
  { storageId, extension, durationMs, peaks, ...input }: NewBeat,
): Promise<Id<"beats">> {
  const now = Date.now();
  const beatId = await ctx.db.insert("beats", {
    ...fieldsOf(checkBeat(input)),
    producerId: viewer.userId,
    state: viewer.profile.state,
    isPublic: true,
    versesLimit: DEFAULT_VERSES_LIMIT,
    verseCount: 0,
    voteCount: 0,
    popularity: popularityOf(0, now),
    storageId,
    durationMs,
    createdAt: now,
    updatedAt: now,
  });
  await claimUpload(ctx, viewer.userId, {
    storageId,
    claimedBy: beatId,
    extension,
  });
  await storePeaks(ctx, beatId, peaks);
  await enlistBeat(ctx, await loadBeat(ctx, beatId));
  return beatId;
}

/** A limit below the present number keeps the verses and closes recording. */
export async function setVersesLimit(
  ctx: WriteCtx,
  beat: Doc<"beats">,
  versesLimit: VersesLimit,
): Promise<void> {
  const updatedAt = Date.now();
  await ctx.db.patch("beats", beat._id, { versesLimit, updatedAt });
}

/** Its verses, all votes and all files go with it, in the same transaction. */
export async function removeBeat(
  ctx: WriteCtx,
  beat: Doc<"beats">,
): Promise<void> {
  const verses = await ctx.db
    .query("verses")
    .withIndex("by_beatId_and_createdAt", (q) => q.eq("beatId", beat._id))
    .take(beat.verseCount);
  for (const verse of verses) await removeVerse(ctx, verse);
  await removeVotes(ctx, beat._id);
  await removePeaks(ctx, beat._id);
  await removeFile(ctx, beat.storageId);
  await ctx.db.delete("beats", beat._id);
  await delistBeat(ctx, beat);
  await changeLikes(ctx, beat.producerId, -beat.voteCount);
}
