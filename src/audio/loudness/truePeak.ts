import {
  maxAbs,
  MOST_GAIN,
  PHASES,
  TAPS,
  valueBetween,
} from "./interpolation.ts";

/** Frames that are checked together; if none can be a new peak, they are skipped at once. */
const STRETCH = 32;

/** The true peak of one channel: the highest value at four times its sample rate. */
export class TruePeak {
  #peak = 0;
  /** The newest samples, which are needed to interpolate at the start of the next ones. */
  #last = new Float32Array(TAPS);

  /** Adds consecutive samples. Samples that are not finite count as 0. */
  add(samples: Float32Array): void {
    const joined = new Float32Array(TAPS + samples.length);
    joined.set(this.#last);
    for (let index = 0; index < samples.length; index += 1) {
      const sample = samples[index] ?? 0;
      joined[TAPS + index] = Number.isFinite(sample) ? sample : 0;
    }
    this.#peak = peakOf(joined, this.#peak);
    this.#last = joined.slice(-TAPS);
  }

  /** The highest absolute value so far; 1 is full scale. */
  peak(): number {
    const end = new Float32Array(2 * TAPS);
    end.set(this.#last);
    return peakOf(end, this.#peak);
  }
}

/** The higher of `known` and the peak of `samples`. The first samples are only context. */
function peakOf(samples: Float32Array, known: number): number {
  let peak = known;
  for (let from = 0; from + TAPS < samples.length; from += STRETCH) {
    const to = Math.min(samples.length - TAPS, from + STRETCH);
    const most = maxAbs(samples, from, to + TAPS);
    if (most > peak) peak = most;
    if (most * MOST_GAIN <= peak) continue;
    for (const taps of PHASES) {
      const between = peakBetween(samples, taps, from, to);
      if (between > peak) peak = between;
    }
  }
  return peak;
}

function peakBetween(
  samples: Float32Array,
  taps: Float64Array,
  from: number,
  to: number,
): number {
  let peak = 0;
  for (let index = from; index < to; index += 1) {
    const size = Math.abs(valueBetween(samples, taps, index));
    if (size > peak) peak = size;
  }
  return peak;
}
