import { MUSICAL_KEYS, type MusicalKey } from "../../../convex/shared/bars.ts";
import { spectrum } from "../signal/fft.ts";

const SIZE = 8192;
/** Enough windows to hear every chord; they are spread over the file. */
const MOST_WINDOWS = 120;
const LOWEST_HERTZ = 60;
const HIGHEST_HERTZ = 1_800;
const A4_HERTZ = 440;
const PITCHES = 12;
/** Below this correlation no key is named, because a wrong key is worse than none. */
const TRUSTED_CORRELATION = 0.55;

/** How well each pitch fits a key on C, after Krumhansl and Kessler. */
const PROFILES = [
  [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88],
  [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17],
] as const;

/** Estimates the musical key; null if the notes fit none clearly. */
export function findKey(
  samples: Float32Array,
  sampleRate: number,
): MusicalKey | null {
  const heard = pitchWeights(samples, sampleRate);
  const fits = PROFILES.flatMap((profile) =>
    Array.from({ length: PITCHES }, (_, tonic) =>
      correlation(
        heard,
        heard.map(
          (_weight, pitch) => profile[(pitch - tonic + PITCHES) % PITCHES] ?? 0,
        ),
      ),
    ),
  );
  const best = Math.max(...fits);
  if (!(best >= TRUSTED_CORRELATION)) return null;
  return MUSICAL_KEYS[fits.indexOf(best)] ?? null;
}

/** Returns how much of each pitch, from C to B, is heard. */
function pitchWeights(samples: Float32Array, sampleRate: number): number[] {
  const weights = Array<number>(PITCHES).fill(0);
  const count = Math.min(MOST_WINDOWS, Math.floor(samples.length / SIZE));
  for (let index = 0; index < count; index += 1) {
    const from = Math.floor((index * (samples.length - SIZE)) / count);
    const faded = fade(samples.subarray(from, from + SIZE));
    const [re, im] = spectrum(faded, SIZE);
    const first = Math.ceil((LOWEST_HERTZ * SIZE) / sampleRate);
    const last = Math.floor((HIGHEST_HERTZ * SIZE) / sampleRate);
    for (let bin = first; bin <= last; bin += 1) {
      const amount = Math.hypot(re[bin] ?? 0, im[bin] ?? 0);
      const pitch = pitchOf((bin * sampleRate) / SIZE);
      weights[pitch] = (weights[pitch] ?? 0) + Math.sqrt(amount);
    }
  }
  return weights;
}

/** Returns the pitch class of a frequency; 0 is C. */
function pitchOf(hertz: number): number {
  const midi = Math.round(69 + 12 * Math.log2(hertz / A4_HERTZ));
  return ((midi % PITCHES) + PITCHES) % PITCHES;
}

/** A Hann window, so that one note does not spread over its neighbours. */
function fade(samples: Float32Array): Float32Array {
  return samples.map(
    (sample, index) =>
      sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / SIZE)),
  );
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const meanOf = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let [product, powerA, powerB] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const [x, y] = [value - meanA, (b[index] ?? 0) - meanB];
    product += x * y;
    powerA += x * x;
    powerB += y * y;
  }
  return product / Math.sqrt(powerA * powerB);
}
