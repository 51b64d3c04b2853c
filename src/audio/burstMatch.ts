import { crossSpectrum, nextPowerOfTwo, spectrum, transform } from "./fft";

export interface BurstMatch {
  readonly delaySeconds: number;
  /** How far the match stands above the rest of the correlation; noise alone reaches about 13. */
  readonly confidenceDecibels: number;
}

export type DelayVerdict =
  | { readonly kind: "measured"; readonly seconds: number }
  /** unheard: nothing that can be trusted came back · unsteady: the bursts took different times. */
  | { readonly kind: "unheard" | "unsteady" };

const TRUSTED_DECIBELS = 18;
const GREATEST_SPREAD_SECONDS = 0.003;
/** A reflection can be louder than the sound that came straight; it is later by no more than this. */
const REFLECTION_SECONDS = 0.02;
/** An earlier arrival of less than this share of the loudest may as well be noise. */
const DIRECT_SHARE = 0.6;
/** Around the match the room still answers; that is not noise. */
const BEFORE_MATCH_SECONDS = 0.02;
const AFTER_MATCH_SECONDS = 0.1;

/** Where the burst begins in a recording that starts when the burst was played. */
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
  // Later lags would need sound from after the end of the recording.
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

/** One delay out of several bursts, or why there is none: a wrong number is worse than no number. */
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

/** The top of the first rise over the threshold. */
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
