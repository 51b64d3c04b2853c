/** Finds where voice and beat are in a finished take, window by window. */
import {
  crossSpectrum,
  nextPowerOfTwo,
  spectrum,
  transform,
} from "../../../src/audio/signal/fft.ts";
import { mark } from "./markedSound.ts";

export interface Place {
  /** Time in the file. */
  readonly atMs: number;
  /** How much later the voice is than the beat. */
  readonly lateMs: number;
}

const WINDOW_SECONDS = 0.4;
/** Together with the window, this fits a transform of 65,536 samples at 48 kHz. */
const SEARCH_SECONDS = 0.24;
/**
 * The smallest ratio of a peak to the rest of the correlation at which the sound counts as found.
 * Noise alone stays below 6.
 */
const CLEAR = 9;

interface Peak {
  readonly lag: number;
  readonly strength: number;
}

/**
 * Measures the distance from beat to voice through the take. Windows in which one
 * of them is not clearly found are left out. All sounds have the same rate.
 */
export function locateVoice(
  file: Float32Array,
  beat: Float32Array,
  sampleRate: number,
): Place[] {
  const start = findStart(file, beat, sampleRate);
  const window = Math.round(WINDOW_SECONDS * sampleRate);
  const reach = Math.round(SEARCH_SECONDS * sampleRate);
  const places: Place[] = [];
  for (let from = start; from + window <= file.length; from += window) {
    const heard = file.subarray(from, from + window);
    const played = cutLoop(beat, from - start - reach, window + 2 * reach);
    const beatAt = peakOf(correlate(played, heard), 2 * reach);
    const voiceAt = peakOf(
      correlateMarked(played, heard, sampleRate),
      2 * reach,
    );
    if (beatAt.strength < CLEAR || voiceAt.strength < CLEAR) continue;
    places.push({
      atMs: (1000 * (from - start)) / sampleRate,
      // A later sound matches an earlier part of the beat, so its lag is smaller.
      lateMs: (1000 * (beatAt.lag - voiceAt.lag)) / sampleRate,
    });
  }
  return places;
}

/** Index at which the beat begins in the file. */
function findStart(
  file: Float32Array,
  beat: Float32Array,
  sampleRate: number,
): number {
  const head = beat.subarray(0, sampleRate);
  const { lag } = peakOf(correlate(file, head), file.length - head.length);
  return lag;
}

/**
 * Cuts a piece out of the looping beat. `from` may be negative: before the start of the beat, the
 * piece is silent.
 */
function cutLoop(beat: Float32Array, from: number, length: number) {
  return Float32Array.from({ length }, (_, index) =>
    from + index < 0 ? 0 : (beat[(from + index) % beat.length] ?? 0),
  );
}

function correlate(long: Float32Array, short: Float32Array): Float64Array {
  const size = nextPowerOfTwo(long.length + short.length);
  const [re, im] = crossSpectrum(spectrum(long, size), spectrum(short, size));
  transform(re, im);
  return re.map(Math.abs);
}

/** The phase of the mark is unknown, so both phases are tried and combined. */
function correlateMarked(
  played: Float32Array,
  heard: Float32Array,
  sampleRate: number,
): Float64Array {
  const cosine = correlate(mark(played, sampleRate, "cosine"), heard);
  const sine = correlate(mark(played, sampleRate, "sine"), heard);
  return cosine.map((value, index) => Math.hypot(value, sine[index] ?? 0));
}

function peakOf(correlation: Float64Array, lags: number): Peak {
  let lag = 0;
  let squares = 0;
  for (let index = 0; index < lags; index += 1) {
    const value = correlation[index] ?? 0;
    squares += value * value;
    if (value > (correlation[lag] ?? 0)) lag = index;
  }
  const rest = Math.sqrt(squares / lags);
  return { lag, strength: (correlation[lag] ?? 0) / rest };
}
