import { MAX_PEAK } from "../../../../convex/shared/limits";
import { reducePeaks } from "../../../audio/signal/peaks";

export const WAVEFORM_BARS = 96;
export const WAVEFORM_HEIGHT = 100;
const LEAST_BAR = 3;
/** Fraction of its slot that a bar fills. */
const BAR_WIDTH = 0.62;

/**
 * Returns a single SVG path with bars centred vertically. Without peaks, the bars form a flat line.
 */
export function waveformPath(peaks: readonly number[]): string {
  const bars = peaks.length > 0 ? reducePeaks(peaks, WAVEFORM_BARS) : FLAT;
  const step = WAVEFORM_BARS / bars.length;
  return bars
    .map((peak, index) => {
      const share = Math.min(peak, MAX_PEAK) / MAX_PEAK;
      const height = Math.max(LEAST_BAR, share * WAVEFORM_HEIGHT);
      const x = round(index * step);
      const y = round((WAVEFORM_HEIGHT - height) / 2);
      const width = round(BAR_WIDTH * step);
      return `M${x} ${y}h${width}v${round(height)}h-${width}z`;
    })
    .join("");
}

const FLAT = new Array<number>(WAVEFORM_BARS).fill(0);

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
