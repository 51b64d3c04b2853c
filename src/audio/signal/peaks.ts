import { MAX_PEAK, MAX_PEAKS } from "../../../convex/shared/limits.ts";

/**
 * Computes the waveform of a file: the loudest sample of each stretch over all channels, as
 * integers from 0 to `PEAK_FULL_SCALE`. Peaks are scaled so that the loudest has full height, which
 * shows the shape of quiet recordings too. Digital silence stays flat.
 */
export function computePeaks(
  channels: readonly Float32Array[],
  maxPeaks = MAX_PEAKS,
): number[] {
  const length = Math.max(0, ...channels.map((channel) => channel.length));
  const count = Math.min(maxPeaks, length);
  const loudest = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * length) / count);
    const to = Math.floor(((index + 1) * length) / count);
    return Math.max(...channels.map((channel) => maxAbs(channel, from, to)));
  });
  const top = loudest.reduce((most, value) => Math.max(most, value), 0);
  if (top === 0) return loudest.map(() => 0);
  return loudest.map((value) => Math.round((value / top) * MAX_PEAK));
}

/**
 * Reduces peaks to at most `bars` values for a narrow drawing, keeping the loudest of each group.
 */
export function reducePeaks(peaks: readonly number[], bars: number): number[] {
  if (peaks.length <= bars) return [...peaks];
  return Array.from({ length: bars }, (_, index) => {
    const from = Math.floor((index * peaks.length) / bars);
    const to = Math.floor(((index + 1) * peaks.length) / bars);
    return peaks
      .slice(from, to)
      .reduce((most, value) => Math.max(most, value), 0);
  });
}

function maxAbs(samples: Float32Array, from: number, to: number): number {
  let most = 0;
  const end = Math.min(to, samples.length);
  for (let index = from; index < end; index += 1) {
    const size = Math.abs(samples[index] ?? 0);
    // A sample that is not finite would flatten all others.
    if (size > most && size < Infinity) most = size;
  }
  return most;
}
