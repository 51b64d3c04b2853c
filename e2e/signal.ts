/** Is this sound in that recording? Answered by whitened cross-correlation. */
import {
  crossSpectrum,
  nextPowerOfTwo,
  spectrum,
  transform,
} from "../src/audio/fft.ts";

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
  const [re, im] = crossSpectrum(
    spectrum(recording, size),
    spectrum(sound, size),
  );
  for (let i = 0; i < size; i++) {
    const length = Math.hypot(at(re, i), at(im, i)) + 1e-12;
    re[i] = at(re, i) / length;
    im[i] = at(im, i) / length;
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

/** Indices here are always in range; typed arrays cannot say so. */
function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}
