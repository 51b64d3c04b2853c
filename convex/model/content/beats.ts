import type { Doc, Id } from "../../_generated/dataModel";
import { fieldsOf } from "../errors";
import type { Grid } from "../../shared/bars";
import { type BeatFacts, checkBeat } from "../../shared/beatFacts";
import { DEFAULT_VERSES_LIMIT, type VersesLimit } from "../../shared/limits";
import type { StoredLoudness } from "../../shared/loudness";
import { DEFAULT_TERMS, type Terms } from "../../shared/terms";
import type { AudioFormat } from "../../shared/validators";
import { removeBeatFromLists, addBeatToLists } from "../lists/beatLists";
import { barFields } from "./bars";
import { loadBeat } from "./content";
import { noteFormerOriginal } from "./formerShares";
import type { ReadCtx, WriteCtx } from "../contexts";
import { openHearing, removeHearing } from "../circle/listens";
import { silence } from "../circle/rings";
import { spreadNews } from "../circle/spread";
import { settlePlaces } from "../cyphers/mic";
import { removeCyphersOn } from "../cyphers/removal";
import { settleOn } from "../cyphers/turns";
import { popularityOf } from "../lists/popularityOf";
import { enforceLimit } from "../rateLimits/rateLimits";
import { keepForRappers } from "../leaving/departures/keptVerses";
import { removePreview } from "./previews";
import { changeLikes } from "./stats";
import { leaveTombstone } from "./tombstones";
import { claimUpload, removeFile } from "./uploads";
import { removeVerse } from "./verses";
import type { Member } from "../accounts/viewers";
import { removeVotes } from "./votes";
import { removePeaks, storePeaks } from "./waveforms";

export interface NewBeat extends BeatFacts {
  storageId: Id<"_storage">;
  /** DEFAULT_TERMS if absent. */
  terms?: Terms;
  grid?: Grid;
  key?: string;
  peaks: number[];
  durationMs: number;
  loudness?: StoredLoudness;
  extension: AudioFormat;
}

/**
 * Creates a beat and claims its upload for it. Throws the codes of `checkBeat`
 * and `barFields`, FILE_NOT_FOUND and PEAKS_INVALID. The caller has checked the role and the
 * file.
 */
export async function createBeat(
  ctx: WriteCtx,
  viewer: Member,
  {
    storageId,
    extension,
    durationMs,
    peaks,
    terms,
    grid,
    key,
    loudness,
    ...facts
  }: NewBeat,
): Promise<Id<"beats">> {
  const now = Date.now();
  const beatId = await ctx.db.insert("beats", {
    ...fieldsOf(checkBeat(facts)),
    producerId: viewer.userId,
    state: viewer.profile.state,
    isPublic: true,
    versesLimit: DEFAULT_VERSES_LIMIT,
    terms: terms ?? DEFAULT_TERMS,
    ...barFields({ grid: grid ?? null, key: key ?? null }, durationMs),
    loudness,
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
  const beat = await loadBeat(ctx, beatId);
  await addBeatToLists(ctx, beat);
  await openHearing(ctx, beat);
  await spreadNews(ctx, viewer.userId);
  return beatId;
}

/**
 * A limit below the current count keeps the existing verses, but stops new
 * recordings and ends a cypher whose mic is free.
 */
export async function setVersesLimit(
  ctx: WriteCtx,
  beat: Doc<"beats">,
  versesLimit: VersesLimit,
): Promise<void> {
  const updatedAt = Date.now();
  await ctx.db.patch("beats", beat._id, { versesLimit, updatedAt });
  await settleOn(ctx, beat._id);
}

/**
 * Applies to verses that are recorded from now on. Earlier verses keep their
 * terms.
 * @throws RATE_LIMITED
 */
export async function setTerms(
  ctx: WriteCtx,
  beat: Doc<"beats">,
  terms: Terms,
): Promise<void> {
  await enforceLimit(ctx, "edit", beat.producerId);
  const current = beat.terms ?? DEFAULT_TERMS;
  const formerTerms = [...new Set([...(beat.formerTerms ?? []), current])];
  const updatedAt = Date.now();
  await ctx.db.patch("beats", beat._id, { terms, formerTerms, updatedAt });
}

/**
 * Deletes a beat for its producer. The files of other people's verses on it are
 * kept for them.
 */
export async function removeOwnBeat(
  ctx: WriteCtx,
  beat: Doc<"beats">,
): Promise<void> {
  await keepForRappers(ctx, beat.producerId, await versesOn(ctx, beat));
  await removeBeat(ctx, beat);
}

/**
 * Deletes a beat with its verses and files in one transaction. A very large
 * number of votes is deleted in further batches afterwards.
 */
export async function removeBeat(
  ctx: WriteCtx,
  beat: Doc<"beats">,
): Promise<void> {
  const cyphers = await removeCyphersOn(ctx, beat._id);
  for (const { _id } of cyphers) await leaveTombstone(ctx, _id);
  for (const verse of await versesOn(ctx, beat)) await removeVerse(ctx, verse);
  await noteFormerOriginal(ctx, beat.producerId, beat._id);
  await removeVotes(ctx, beat._id);
  await removePeaks(ctx, beat._id);
  await removePreview(ctx, beat._id);
  await removeFile(ctx, beat.storageId);
  await ctx.db.delete("beats", beat._id);
  await leaveTombstone(ctx, beat._id);
  await removeBeatFromLists(ctx, beat);
  await changeLikes(ctx, beat.producerId, -beat.voteCount);
  await removeHearing(ctx, beat._id);
  await silence(ctx, beat._id);
  await spreadNews(ctx, beat.producerId);
  for (const { micUserId } of cyphers)
    if (micUserId) await settlePlaces(ctx, micUserId);
}

const versesOn = (ctx: ReadCtx, { _id, verseCount }: Doc<"beats">) =>
  ctx.db
    .query("verses")
    .withIndex("by_beatId_and_createdAt", (q) => q.eq("beatId", _id))
    .take(verseCount);
