const OVERSAMPLING = 4;
/** Samples that each interpolated value is computed from. */
export const TAPS = 16;
/** Shape of the Kaiser window. With these taps, tones up to 0.44 of the rate are read within 0.4 dB. */
const KAISER_BETA = 5;
/** Interpolation filters for the three positions between two samples. */
export const PHASES = Array.from({ length: OVERSAMPLING - 1 }, (_, index) =>
  interpolator((index + 1) / OVERSAMPLING),
);

/** No interpolated value exceeds the loudest of its samples by more than this factor. */
export const MOST_GAIN = Math.max(
  ...PHASES.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)),
);

/** Taps of a windowed sinc for the value at `offset` of the way from one sample to the next. */
function interpolator(offset: number): Float64Array {
  const taps = Float64Array.from({ length: TAPS }, (_, index) => {
    const at = index - TAPS / 2 + 1 - offset;
    const inWindow = Math.max(0, 1 - (at / (TAPS / 2)) ** 2);
    const window =
      bessel(KAISER_BETA * Math.sqrt(inWindow)) / bessel(KAISER_BETA);
    return (Math.sin(Math.PI * at) / (Math.PI * at)) * window;
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

/** The modified Bessel function of order zero. */
function bessel(x: number): number {
  let [term, sum] = [1, 1];
  for (let n = 1; n < 30; n += 1) {
    term *= (x / (2 * n)) ** 2;
    sum += term;
  }
  return sum;
}

/**
 * Returns the value between the sample `index + TAPS / 2 - 1` and the next one. `taps` determine the
 * position between the two.
 */
export function valueBetween(
  samples: Float32Array,
  taps: Float64Array,
  index: number,
): number {
  let value = 0;
  for (let tap = 0; tap < TAPS; tap += 1) {
    value += (taps[tap] ?? 0) * (samples[index + tap] ?? 0);
  }
  return value;
}

/** The highest absolute value of the samples of a range. */
export function maxAbs(
  samples: Float32Array,
  from: number,
  to: number,
): number {
  let most = 0;
  for (let index = from; index < to; index += 1) {
    const size = Math.abs(samples[index] ?? 0);
    if (size > most) most = size;
  }
  return most;
}
