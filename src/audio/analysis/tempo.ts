const LEAST_BPM = 55;
const GREATEST_BPM = 200;
const LONGEST_LAG_SECONDS = 6;
const COARSE_STEP_BPM = 0.5;
const FINE_STEP_BPM = 0.02;
const FINE_SPAN = 0.012;

export interface TempoCandidate {
  readonly bpm: number;
  /** The share of the sound that repeats at this tempo; 1 is all of it. */
  readonly strength: number;
}

/**
 * Returns the tempos at which the onsets repeat, strongest first, with the half and the double of
 * each. Empty if nothing repeats.
 */
export function findTempos(
  onsets: Float32Array,
  framesPerSecond: number,
): TempoCandidate[] {
  const repeats = autocorrelation(
    onsets,
    Math.min(
      onsets.length - 1,
      Math.ceil(LONGEST_LAG_SECONDS * framesPerSecond),
    ),
  );
  const strengthOf = (bpm: number) => {
    const beatFrames = (60 / bpm) * framesPerSecond;
    let sum = 0;
    let count = 0;
    for (let beats = 1; beats <= 8; beats += 1) {
      const lag = beats * beatFrames;
      if (lag >= repeats.length - 2) break;
      sum += peakAround(repeats, lag);
      count += 1;
    }
    return count === 0 ? 0 : sum / count;
  };
  const strongest = localMaxima(strengthOf).slice(0, 4);
  const refined = strongest.map(({ bpm }) =>
    refine(onsets, framesPerSecond, bpm),
  );
  const related = refined.flatMap((bpm) => [bpm / 2, bpm, bpm * 2]);
  return distinct(related.filter((bpm) => isInRange(bpm))).map((bpm) => ({
    bpm,
    strength: strengthOf(bpm),
  }));
}

const isInRange = (bpm: number) => bpm >= LEAST_BPM && bpm <= GREATEST_BPM;

function localMaxima(strengthOf: (bpm: number) => number): TempoCandidate[] {
  const tried: TempoCandidate[] = [];
  for (let bpm = LEAST_BPM; bpm <= GREATEST_BPM; bpm += COARSE_STEP_BPM)
    tried.push({ bpm, strength: strengthOf(bpm) });
  return tried
    .filter(
      ({ strength }, index) =>
        strength > 0 &&
        strength >= (tried[index - 1]?.strength ?? 0) &&
        strength >= (tried[index + 1]?.strength ?? 0),
    )
    .sort((a, b) => b.strength - a.strength);
}

function distinct(tempos: readonly number[]): number[] {
  const kept: number[] = [];
  for (const bpm of tempos)
    if (kept.every((other) => Math.abs(other / bpm - 1) > 0.01)) kept.push(bpm);
  return kept;
}

function autocorrelation(onsets: Float32Array, lags: number): Float32Array {
  const mean =
    onsets.reduce((sum, value) => sum + value, 0) / Math.max(1, onsets.length);
  const centred = onsets.map((value) => value - mean);
  const result = new Float32Array(Math.max(0, lags));
  let power = 0;
  for (let lag = 0; lag < lags; lag += 1) {
    let sum = 0;
    for (let frame = lag; frame < centred.length; frame += 1)
      sum += (centred[frame] ?? 0) * (centred[frame - lag] ?? 0);
    if (lag === 0) power = sum;
    result[lag] = power === 0 ? 0 : sum / power / (1 - lag / centred.length);
  }
  return result;
}

function peakAround(values: Float32Array, lag: number): number {
  const centre = Math.round(lag);
  let most = 0;
  for (let index = centre - 2; index <= centre + 2; index += 1)
    most = Math.max(most, values[index] ?? 0);
  return most;
}

/**
 * Returns the exact tempo near `bpm`: the one whose quarters, eighths and sixteenths stay in step
 * with the onsets all through the file.
 */
function refine(
  onsets: Float32Array,
  framesPerSecond: number,
  bpm: number,
): number {
  const inStep = (tried: number) =>
    [1, 2, 4].reduce(
      (sum, parts) =>
        sum + amplitudeAt(onsets, (parts * tried) / 60 / framesPerSecond),
      0,
    );
  let best = bpm;
  let most = 0;
  const search = (centre: number, span: number, step: number) => {
    for (let tried = centre - span; tried <= centre + span; tried += step) {
      const amount = inStep(tried);
      if (amount > most) [most, best] = [amount, tried];
    }
  };
  search(bpm, FINE_SPAN * bpm, FINE_STEP_BPM);
  search(best, FINE_STEP_BPM, FINE_STEP_BPM / 10);
  return best;
}

/** Returns the amplitude of one frequency, given in periods per frame. */
function amplitudeAt(values: Float32Array, frequency: number): number {
  const stepRe = Math.cos(2 * Math.PI * frequency);
  const stepIm = Math.sin(2 * Math.PI * frequency);
  let [re, im, sumRe, sumIm] = [1, 0, 0, 0];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0;
    sumRe += value * re;
    sumIm += value * im;
    [re, im] = [re * stepRe - im * stepIm, re * stepIm + im * stepRe];
  }
  return Math.hypot(sumRe, sumIm);
}
