/**
 * Tells whether a sound occurs in a recording, with whitened cross-correlation.
 */
import {
  crossSpectrum,
  nextPowerOfTwo,
  spectrum,
  transform,
} from "../src/audio/signal/fft.ts";
import { ANALYSIS_RATE } from "./audio.ts";

export interface Match {
  /**
   * Height of the best match in standard deviations of the whole correlation.
   * At these lengths noise reaches 5 or 6; a sound that is present scores far
   * higher.
   */
  readonly strength: number;
  /**
   * Position of the sound in the recording. Wraps around at the padded length.
   */
  readonly offsetSamples: number;
}

export function rms(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

/**
 * Finds the best match for the sound. Both spectra keep only their phase, so a
 * loud beat does not hide a quiet voice, and a long note does not match
 * everywhere.
 */
export function findSound(recording: Float32Array, sound: Float32Array): Match {
  return peak(whitened(recording, sound));
}

/** Two places of a sound are further apart than this. */
const APART_SAMPLES = ANALYSIS_RATE / 2;

/**
 * Returns the places at which the sound begins, in order. They may overlap.
 * @throws if there are fewer than `count`
 */
export function findEvery(
  recording: Float32Array,
  sound: Float32Array,
  count: number,
): number[] {
  const correlation = whitened(recording, sound);
  const places = Array.from({ length: count }, () => {
    const { strength, offsetSamples } = peak(correlation);
    if (strength < CLEARLY_THERE)
      throw new Error(`The sound is there fewer than ${count} times.`);
    const from = Math.max(0, offsetSamples - APART_SAMPLES);
    correlation.fill(0, from, offsetSamples + APART_SAMPLES);
    return offsetSamples;
  });
  return places.toSorted((a, b) => a - b);
}

function whitened(recording: Float32Array, sound: Float32Array): Float64Array {
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
  return re;
}

/**
 * A higher strength from `strengthIn` means that the sound is there. In the
 * recordings of the stories, an absent sound stays below 15, and the voice
 * scores above 25 even with a gap every 0.1 s.
 */
export const CLEARLY_THERE = 20;
const STRETCH_SAMPLES = 1.5 * ANALYSIS_RATE;
/** The ends of a stretch are faded: a hard edge matches other hard edges. */
const FADE_SAMPLES = STRETCH_SAMPLES / 20;

/**
 * Returns the best strength that the sound has in any stretch of the recording,
 * or in all of it. On a busy machine the microphone has gaps, and the sound is
 * out of step after each of them.
 */
export function strengthIn(
  recording: Float32Array,
  sound: Float32Array,
): number {
  let best = findSound(recording, sound).strength;
  const last = recording.length - STRETCH_SAMPLES;
  for (let from = 0; from <= last; from += STRETCH_SAMPLES / 2) {
    const stretch = recording.slice(from, from + STRETCH_SAMPLES);
    fadeEnds(stretch);
    best = Math.max(best, findSound(stretch, sound).strength);
  }
  return best;
}

function fadeEnds(samples: Float32Array): void {
  for (let i = 0; i < FADE_SAMPLES; i++) {
    const gain = i / FADE_SAMPLES;
    const end = samples.length - 1 - i;
    samples[i] = (samples[i] ?? 0) * gain;
    samples[end] = (samples[end] ?? 0) * gain;
  }
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

/**
 * Returns the value at an index that is always in range; typed arrays cannot
 * express that.
 */
function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}
