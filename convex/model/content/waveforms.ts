import { appError } from "../errors";
import { MAX_PEAK, MAX_PEAKS } from "../../shared/limits";
import { type ContentId, type ContentRef, normalizeContentId } from "./content";
import type { ReadCtx, WriteCtx } from "../contexts";

/** Returns the peaks of an item, or an empty list if there are none. */
export async function loadPeaks(
  ctx: ReadCtx,
  item: ContentRef,
): Promise<number[]> {
  const id = normalizeContentId(ctx, item);
  const waveform = id && (await findWaveform(ctx, id));
  return waveform ? [...new Uint8Array(waveform.peaks)] : [];
}

export async function storePeaks(
  ctx: WriteCtx,
  contentId: ContentId,
  peaks: readonly number[],
): Promise<void> {
  requirePeaks(peaks);
  if (peaks.length === 0) return;
  const bytes = Uint8Array.from(peaks).buffer;
  await ctx.db.insert("waveforms", { contentId, peaks: bytes });
}

export async function removePeaks(ctx: WriteCtx, contentId: ContentId) {
  const waveform = await findWaveform(ctx, contentId);
  if (waveform) await ctx.db.delete("waveforms", waveform._id);
}

/**
 * Checks only the format of peaks. Their values come from the client and are
 * used for nothing but drawing.
 * @throws PEAKS_INVALID
 */
export function requirePeaks(peaks: readonly number[]): void {
  const isPeak = (peak: number) =>
    Number.isInteger(peak) && peak >= 0 && peak <= MAX_PEAK;
  if (peaks.length > MAX_PEAKS || !peaks.every(isPeak)) {
    throw appError("PEAKS_INVALID");
  }
}

const findWaveform = (ctx: ReadCtx, contentId: ContentId) =>
  ctx.db
    .query("waveforms")
    .withIndex("by_contentId", (q) => q.eq("contentId", contentId))
    .unique();
