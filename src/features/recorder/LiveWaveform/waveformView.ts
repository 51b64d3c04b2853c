import {
  barMs,
  beatMs,
  type GridMark,
  marksIn,
  type Rhythm,
  type TimeSpan,
} from "../../../audio/beatGrid";
import { PEAK_FULL_SCALE } from "../../../audio/peaks";

/** Long enough for a line of a verse, short enough to tell its words apart. */
const SPAN_MS = 10_000;
/** What is still to come, so that a word can be put on the next bar. */
const BEATS_AHEAD = 2;
const NARROWEST_BAR_PX = 2.5;
const NARROWEST_BEAT_PX = 9;
const NARROWEST_MEASURE_PX = 26;

/** Where time lies on the width of a drawing. */
export interface WaveformView extends TimeSpan {
  readonly widthPx: number;
}

export const pxPerMs = ({ fromMs, toMs, widthPx }: WaveformView) =>
  widthPx / (toMs - fromMs);

export const xOf = (view: WaveformView, atMs: number) =>
  (atMs - view.fromMs) * pxPerMs(view);

/** The whole beat, before a take. */
export function wholeBeat({ loopMs }: Rhythm): TimeSpan {
  return { fromMs: 0, toMs: Math.max(1, loopMs) };
}

/** The last bars up to the newest of the voice. Still, the picture stays while it fills, and is then turned like a page. */
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

/** Equal parts of a beat, anchored in time so that a bar keeps its shape while it moves. */
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

/** The marks there is room for: first the beats give way, then every other bar, and again. */
export function marksFor(view: WaveformView, rhythm: Rhythm): GridMark[] {
  const showsBeats = beatMs(rhythm) * pxPerMs(view) >= NARROWEST_BEAT_PX;
  let step = 1;
  while (step * barMs(rhythm) * pxPerMs(view) < NARROWEST_MEASURE_PX) step *= 2;
  return marksIn(rhythm, view).filter(({ kind, bar }) =>
    kind === "beat" ? showsBeats : kind === "loop" || (bar - 1) % step === 0,
  );
}

/** The beat's own height, 0 to 1, in a slot of any of its rounds. */
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
  return Math.min(1, loudest / PEAK_FULL_SCALE);
}

/** A level is of decibels; squared, words stand out from the room they are said in. */
export function voiceHeight(level: number): number {
  return level * level;
}
