import { readStem, type Stem } from "../store/stem";
import type { TakeBar } from "./takeBars";
import { frameAtSeconds } from "./voicePlace";

/** Levels for each bar, enough to tell words from pauses. */
const LEVELS_PER_BAR = 12;

/**
 * Returns how loud the voice is in each bar, as `LEVELS_PER_BAR` numbers from 0 to 1; the take's
 * loudest number is 1. `timingMs` is how far the mix moves the voice.
 */
export function levelsOfBars(
  stem: Stem,
  bars: readonly TakeBar[],
  timingMs: number,
): number[][] {
  const levels = bars.map(({ fromMs, toMs }) => {
    const stretchMs = (toMs - fromMs) / LEVELS_PER_BAR;
    return Array.from({ length: LEVELS_PER_BAR }, (_, index) =>
      peakIn(stem, fromMs + index * stretchMs - timingMs, stretchMs),
    );
  });
  const loudest = Math.max(...levels.map((each) => Math.max(...each)), 0);
  if (loudest === 0) return levels;
  return levels.map((each) => each.map((level) => level / loudest));
}

function peakIn(stem: Stem, fromMs: number, lengthMs: number): number {
  const from = Math.round(frameAtSeconds(stem.info, fromMs / 1000));
  const length = Math.round((lengthMs / 1000) * stem.info.sampleRate);
  let most = 0;
  for (const sample of readStem(stem, from, length)) {
    most = Math.max(most, Math.abs(sample));
  }
  return most;
}
