/** How many samples on each side of a place its value depends on. */
export const RESAMPLE_REACH = 32;

interface Rates {
  /** In Hz, whole numbers. */
  readonly fromRate: number;
  readonly toRate: number;
}

/**
 * Changes the sample rate. The first sample of the result lies at index `RESAMPLE_REACH` of
 * `samples`, and the result has `length` samples. Samples missing at the end of `samples` count as
 * silence. Tones too high for the new rate are removed.
 */
export function resample(
  samples: Float32Array,
  { fromRate, toRate }: Rates,
  length: number,
): Float32Array<ArrayBuffer> {
  const result = new Float32Array(length);
  const kernels = new Map<number, Float32Array>();
  for (let index = 0; index < length; index += 1) {
    // The arithmetic is in whole numbers, so that the few different places between two samples
    // recur exactly.
    const place = index * fromRate;
    const before = Math.floor(place / toRate);
    const rest = place - before * toRate;
    let kernel = kernels.get(rest);
    if (!kernel) {
      kernel = makeKernel(rest / toRate, Math.min(1, toRate / fromRate));
      kernels.set(rest, kernel);
    }
    result[index] = weigh(samples, before, kernel);
  }
  return result;
}

function weigh(
  samples: Float32Array,
  from: number,
  kernel: Float32Array,
): number {
  let sum = 0;
  for (let tap = 0; tap < kernel.length; tap += 1) {
    sum += (samples[from + tap] ?? 0) * (kernel[tap] ?? 0);
  }
  return sum;
}

/**
 * Makes a windowed sinc with unit gain for a place `fraction` of a sample after the kernel's
 * middle.
 */
export function makeKernel(fraction: number, cutoff: number): Float32Array {
  const kernel = Float32Array.from(
    { length: 2 * RESAMPLE_REACH + 1 },
    (_, tap) => {
      const away = tap - RESAMPLE_REACH - fraction;
      return sinc(cutoff * away) * window(away / (RESAMPLE_REACH + 1));
    },
  );
  const sum = kernel.reduce((total, weight) => total + weight, 0);
  return kernel.map((weight) => weight / sum);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Blackman's window for x from -1 to 1; 0 outside. */
function window(x: number): number {
  if (Math.abs(x) >= 1) return 0;
  return 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x);
}
