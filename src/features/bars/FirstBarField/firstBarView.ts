import { LEVEL_MS } from "../../../audio/analysis/coarseLevels";
import { BEATS_IN_BAR } from "../../../../convex/shared/limits";
import { beatMs } from "../../../../convex/shared/beatGrid";
import { isBpm } from "../../../../convex/shared/beatFacts";

/** Length of the part of the file that is shown at once. */
export const VIEW_MS = 4_000;
/** Share of the view in front of the first bar when the view follows the value. */
const BEFORE_SHARE = 0.25;
const FULL_LEVEL = 255;
const NARROWEST_BEAT_MS = 60;

export interface BeatLine {
  readonly atMs: number;
  readonly isBar: boolean;
}

/**
 * Returns the start of a view that shows `atMs`. If the view already shows it, the view does not
 * move.
 */
export function viewStart(
  atMs: number,
  fromMs: number | null,
  durationMs: number,
): number {
  if (fromMs !== null && atMs >= fromMs && atMs <= fromMs + VIEW_MS)
    return fromMs;
  return clampedStart(atMs - BEFORE_SHARE * VIEW_MS, durationMs);
}

export const clampedStart = (fromMs: number, durationMs: number) =>
  Math.max(0, Math.min(fromMs, durationMs - VIEW_MS));

/** The outline of the sound as an SVG path, in ms across and from 0 to 1 down. */
export function soundPath(levels: Uint8Array, fromMs: number): string {
  const first = Math.floor(fromMs / LEVEL_MS);
  const bars = [...levels.subarray(first, first + VIEW_MS / LEVEL_MS)].map(
    (level, index) => {
      const half = Math.max(0.005, level / FULL_LEVEL / 2);
      const x = (first + index) * LEVEL_MS - fromMs;
      return `M${x.toFixed(1)} ${(0.5 - half).toFixed(3)}h${LEVEL_MS}v${(2 * half).toFixed(3)}h-${LEVEL_MS}z`;
    },
  );
  return bars.join("");
}

/** The beats in view, counted from the first bar in both directions. */
export function beatLines(
  bpm: number,
  firstBarMs: number,
  fromMs: number,
): BeatLine[] {
  if (!isBpm(bpm) || beatMs({ bpm }) < NARROWEST_BEAT_MS) return [];
  const beat = beatMs({ bpm });
  const first = Math.ceil((fromMs - firstBarMs) / beat);
  const last = Math.floor((fromMs + VIEW_MS - firstBarMs) / beat);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    atMs: firstBarMs + (first + index) * beat,
    isBar: (first + index) % BEATS_IN_BAR === 0,
  }));
}
