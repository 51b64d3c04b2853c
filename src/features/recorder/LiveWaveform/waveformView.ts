import {
  barMs,
  beatMs,
  type GridMark,
  marksIn,
  type Rhythm,
  type TimeSpan,
} from "../../../../convex/shared/beatGrid";
import { MAX_PEAK } from "../../../../convex/shared/limits";

/** Approximate time shown: long enough for a line of a verse, short enough to see single words. */
const SPAN_MS = 10_000;
/** Beats shown ahead of the voice, so that the performer can see the next bar coming. */
const BEATS_AHEAD = 2;
const NARROWEST_BAR_PX = 2.5;
const NARROWEST_BEAT_PX = 9;
const NARROWEST_MEASURE_PX = 26;

/** A time span stretched over the width of the drawing. */
export interface WaveformView extends TimeSpan {
  readonly widthPx: number;
}

export const pxPerMs = ({ fromMs, toMs, widthPx }: WaveformView) =>
  widthPx / (toMs - fromMs);

export const xOf = (view: WaveformView, atMs: number) =>
  (atMs - view.fromMs) * pxPerMs(view);

/** The whole beat, shown before a take. */
export function wholeBeat({ loopMs }: Rhythm): TimeSpan {
  return { fromMs: 0, toMs: Math.max(1, loopMs) };
}

/**
 * The most recent bars around the newest sample at `atMs`. With `isStill`, the span does not
 * scroll: it stays until the voice reaches its end, and then the next span follows, like a page.
 */
export function latestBars(
  rhythm: Rhythm,
  atMs: number,
  isStill: boolean,
): TimeSpan {
  const lengthMs =
    Math.max(1, Math.round(SPAN_MS / barMs(rhythm))) * barMs(rhythm);
  const fromMs = isStill
    ? Math.floor(Math.max(0, atMs) / lengthMs) * lengthMs
    : atMs + BEATS_AHEAD * beatMs(rhythm) - lengthMs;
  return { fromMs, toMs: fromMs + lengthMs };
}

/**
 * Divides the view into equal parts of a beat. The parts start at fixed times, so that a drawn bar
 * keeps its shape while it scrolls.
 */
export function slotsIn(view: WaveformView, rhythm: Rhythm): TimeSpan[] {
  let slotMs = beatMs(rhythm) / 8;
  while (slotMs * pxPerMs(view) < NARROWEST_BAR_PX) slotMs *= 2;
  const first = Math.max(0, Math.floor(view.fromMs / slotMs));
  const count = Math.max(0, Math.ceil(view.toMs / slotMs) - first);
  return Array.from({ length: count }, (_, index) => {
    const fromMs = (first + index) * slotMs;
    return { fromMs, toMs: fromMs + slotMs };
  });
}

/**
 * Returns the marks that fit. When space is short, marks of beats are left out first, then those of
 * every other bar, and so on. The start of a loop is always marked.
 */
export function marksFor(view: WaveformView, rhythm: Rhythm): GridMark[] {
  const showsBeats = beatMs(rhythm) * pxPerMs(view) >= NARROWEST_BEAT_PX;
  let step = 1;
  while (step * barMs(rhythm) * pxPerMs(view) < NARROWEST_MEASURE_PX) step *= 2;
  return marksIn(rhythm, view).filter(({ kind, bar }) =>
    kind === "beat" ? showsBeats : kind === "loop" || (bar - 1) % step === 0,
  );
}

/** The height of the beat in a slot, from 0 to 1. The slot may lie in any loop. */
export function beatHeight(
  peaks: readonly number[],
  { loopMs }: Rhythm,
  { fromMs, toMs }: TimeSpan,
): number {
  if (peaks.length === 0 || loopMs <= 0) return 0;
  const perMs = peaks.length / loopMs;
  const first = Math.floor((fromMs % loopMs) * perMs);
  const count = Math.max(1, Math.floor((toMs - fromMs) * perMs));
  const loudest = peaks
    .slice(first, first + count)
    .reduce((most, peak) => Math.max(most, peak), 0);
  return Math.min(1, loudest / MAX_PEAK);
}

/**
 * The height of the voice, from 0 to 1. Levels are on a decibel scale; squaring them makes words
 * stand out from the background noise.
 */
export function voiceHeight(level: number): number {
  return level * level;
}
