import { barStartMs, type Rhythm } from "../../../convex/shared/beatGrid";
import { planMix } from "../mix/mixPlan";
import type { Stem } from "../store/stem";

/** A bar that a take was recorded over. Positions are on the beat, counted through all loops. */
export interface TakeBar {
  /** Counts from 1, as the numbers over the waveform do. */
  readonly bar: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Lists the bars of a take in order. Leaves out a bar of which the take covers less than half, such
 * as the bar after a section, into which the tail reaches. Empty if the rhythm has no usable bars.
 */
export function barsOfTake(stem: Stem, rhythm: Rhythm): TakeBar[] {
  const { fromMs, toMs } = spanOfTake(stem);
  if (!isUsable(rhythm)) return [];
  const bars: TakeBar[] = [];
  for (let bar = 1; ; bar += 1) {
    const each = { bar, ...spanOfBar(rhythm, bar) };
    if (each.fromMs >= toMs) return bars;
    const sharedMs = Math.min(each.toMs, toMs) - Math.max(each.fromMs, fromMs);
    if (sharedMs >= (each.toMs - each.fromMs) / 2) bars.push(each);
  }
}

/** Returns the part of the beat that is heard in a take, in ms counted through all loops. */
export function spanOfTake(stem: Stem): { fromMs: number; toMs: number } {
  const { beatFromSeconds, beatAtSeconds, lengthSeconds } = planMix(stem, 0);
  return {
    fromMs: 1000 * beatFromSeconds,
    toMs: 1000 * (beatFromSeconds - beatAtSeconds + lengthSeconds),
  };
}

const spanOfBar = (rhythm: Rhythm, bar: number) => ({
  fromMs: barStartMs(rhythm, bar),
  toMs: barStartMs(rhythm, bar + 1),
});

function isUsable({ bpm, loopMs }: Rhythm): boolean {
  return (
    Number.isFinite(bpm) && bpm > 0 && Number.isFinite(loopMs) && loopMs > 0
  );
}
