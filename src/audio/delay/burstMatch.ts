import {
  crossSpectrum,
  nextPowerOfTwo,
  spectrum,
  transform,
} from "../signal/fft";

export interface BurstMatch {
  readonly delaySeconds: number;
  /** Height of the match above the rest of the correlation, in dB. Noise alone reaches about 13. */
  readonly confidenceDecibels: number;
}

export type DelayVerdict =
  | { readonly kind: "measured"; readonly seconds: number }
  /**
   * unheard: at least one burst was not clearly found · unsteady: the bursts had different delays.
   */
  | { readonly kind: "unheard" | "unsteady" };

const TRUSTED_DECIBELS = 18;
const GREATEST_SPREAD_SECONDS = 0.006;
/** A reflection can be louder than the direct sound; it comes at most this much later. */
const REFLECTION_SECONDS = 0.02;
/** An earlier peak below this fraction of the loudest one may be noise. */
const DIRECT_SHARE = 0.6;
/** Echoes surround the match, so this span around it does not count as noise. */
const BEFORE_MATCH_SECONDS = 0.02;
const AFTER_MATCH_SECONDS = 0.1;

/**
 * Finds where `burst` begins in a recording that started at the moment the burst was played. Always
 * returns a best guess; check its confidence.
 */
export function findBurst(
  recording: Float32Array,
  burst: Float32Array,
  sampleRate: number,
): BurstMatch {
  const size = nextPowerOfTwo(recording.length);
  const [re, im] = crossSpectrum(
    spectrum(recording, size),
    spectrum(burst, size),
  );
  transform(re, im);
  // Later lags would need samples from after the end of the recording.
  const lags = Math.max(1, recording.length - burst.length + 1);
  const correlation = re.subarray(0, lags).map(Math.abs);
  const loudest = indexOfLargest(correlation, 0, lags);
  const peak = correlation[loudest] ?? 0;
  const direct = firstAbove(
    correlation,
    Math.max(0, loudest - Math.round(REFLECTION_SECONDS * sampleRate)),
    DIRECT_SHARE * peak,
  );
  const rest = rmsOutside(
    correlation,
    loudest - Math.round(BEFORE_MATCH_SECONDS * sampleRate),
    loudest + Math.round(AFTER_MATCH_SECONDS * sampleRate),
  );
  return {
    delaySeconds: direct / sampleRate,
    confidenceDecibels:
      peak === 0 ? 0 : 20 * Math.log10(peak / Math.max(rest, peak * 1e-6)),
  };
}

/**
 * Combines the matches of several bursts into one delay, or says why there is none. It rejects
 * doubtful matches: a wrong delay is worse than none.
 */
export function judgeBursts(matches: readonly BurstMatch[]): DelayVerdict {
  if (matches.some((match) => match.confidenceDecibels < TRUSTED_DECIBELS)) {
    return { kind: "unheard" };
  }
  const delays = matches.map((match) => match.delaySeconds);
  delays.sort((a, b) => a - b);
  const median = delays[Math.floor(delays.length / 2)];
  if (median === undefined) return { kind: "unheard" };
  const spread = Math.max(...delays) - Math.min(...delays);
  return spread > GREATEST_SPREAD_SECONDS
    ? { kind: "unsteady" }
    : { kind: "measured", seconds: median };
}

function indexOfLargest(
  values: Float64Array,
  from: number,
  to: number,
): number {
  let best = from;
  for (let index = from; index < to; index += 1) {
    if ((values[index] ?? 0) > (values[best] ?? 0)) best = index;
  }
  return best;
}

/** Index of the first local maximum that reaches the threshold. */
function firstAbove(
  values: Float64Array,
  from: number,
  threshold: number,
): number {
  let index = from;
  while (index < values.length - 1 && (values[index] ?? 0) < threshold) {
    index += 1;
  }
  while ((values[index + 1] ?? 0) > (values[index] ?? 0)) index += 1;
  return index;
}

function rmsOutside(values: Float64Array, from: number, to: number): number {
  let squares = 0;
  let count = 0;
  for (let index = 0; index < values.length; index += 1) {
    if (index >= from && index <= to) continue;
    squares += (values[index] ?? 0) ** 2;
    count += 1;
  }
  return count === 0 ? 0 : Math.sqrt(squares / count);
}
