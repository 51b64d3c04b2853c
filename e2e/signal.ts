/** Is this sound in that recording? Answered by whitened cross-correlation. */

export interface Match {
  /**
   * Height of the best match in standard deviations of the whole correlation.
   * Noise reaches 5 or 6 at these lengths; a sound that is there, far more.
   */
  readonly strength: number;
  /** Where the sound begins in the recording; wraps at the padded length. */
  readonly offsetSamples: number;
}

export function rms(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

/**
 * Both spectra keep their phase only, so that a loud beat does not hide a quiet
 * voice, nor a long note look like a match everywhere.
 */
export function findSound(recording: Float32Array, sound: Float32Array): Match {
  const size = nextPowerOfTwo(recording.length + sound.length);
  const [aRe, aIm] = spectrum(recording, size);
  const [bRe, bIm] = spectrum(sound, size);
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const crossRe = at(aRe, i) * at(bRe, i) + at(aIm, i) * at(bIm, i);
    const crossIm = at(aIm, i) * at(bRe, i) - at(aRe, i) * at(bIm, i);
    const length = Math.hypot(crossRe, crossIm) + 1e-12;
    re[i] = crossRe / length;
    // The inverse transform is the forward one of the conjugate.
    im[i] = -crossIm / length;
  }
  transform(re, im);
  return peak(re);
}

function peak(correlation: Float64Array): Match {
  let best = 0;
  let squares = 0;
  for (let i = 0; i < correlation.length; i++) {
    const value = at(correlation, i);
    squares += value * value;
    if (value > at(correlation, best)) best = i;
  }
  const deviation = Math.sqrt(squares / correlation.length);
  return { strength: at(correlation, best) / deviation, offsetSamples: best };
}

function spectrum(
  samples: Float32Array,
  size: number,
): [Float64Array, Float64Array] {
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  re.set(samples);
  transform(re, im);
  return [re, im];
}

function nextPowerOfTwo(length: number): number {
  return 2 ** Math.ceil(Math.log2(length));
}

/** Radix-2 fast Fourier transform in place; the length is a power of two. */
function transform(re: Float64Array, im: Float64Array): void {
  reorderByReversedBits(re, im);
  for (let half = 1; half < re.length; half *= 2) {
    for (let k = 0; k < half; k++) {
      const angle = (-Math.PI * k) / half;
      const cos = Math.cos(angle);
      const sin = Math.sin(angle);
      for (let i = k; i < re.length; i += 2 * half) {
        const j = i + half;
        const oddRe = at(re, j) * cos - at(im, j) * sin;
        const oddIm = at(re, j) * sin + at(im, j) * cos;
        re[j] = at(re, i) - oddRe;
        im[j] = at(im, i) - oddIm;
        re[i] = at(re, i) + oddRe;
        im[i] = at(im, i) + oddIm;
      }
    }
  }
}

function reorderByReversedBits(re: Float64Array, im: Float64Array): void {
  for (let i = 1, j = 0; i < re.length; i++) {
    let bit = re.length >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [at(re, j), at(re, i)];
      [im[i], im[j]] = [at(im, j), at(im, i)];
    }
  }
}

/** Indices here are always in range; typed arrays cannot say so. */
function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}
