import {
  maxAbs,
  MOST_GAIN,
  PHASES,
  TAPS,
  valueBetween,
} from "./interpolation.ts";
import { SlidingMinimum } from "./slidingMinimum.ts";

/** The gain falls over this time before a peak, so that it makes no click. */
const LOOK_AHEAD_SECONDS = 0.005;
/** Time constant of the gain's recovery after a peak. */
const RELEASE_SECONDS = 0.08;
/** Frames that are checked together; if none exceeds the ceiling, they need no closer look. */
const STRETCH = 32;

/**
 * Keeps the true peak of a sound below a ceiling, by lowering the gain of all channels around each
 * peak. Where nothing exceeds the ceiling, samples pass unchanged. Works on sound that arrives in
 * parts: `add` returns what is ready, and `end` the rest, so that as many samples come out as went
 * in.
 */
export class Limiter {
  readonly #ceiling: number;
  readonly #window: number;
  readonly #release: number;
  readonly #minimum: SlidingMinimum;
  /** The gains of the latest window. Their mean is applied to its first sample. */
  readonly #gains: Float64Array;
  #gainSum: number;
  #gainAt = 0;
  #gain = 1;
  /** Samples not returned yet, oldest first, preceded by the context of the interpolation. */
  #pending: Float32Array[];
  /** Frames of the delay line from before the start of the sound, still to be skipped. */
  #early: number;

  /** `ceiling` is a level relative to full scale, above 0. */
  constructor(channelCount: number, sampleRateHz: number, ceiling: number) {
    this.#ceiling = ceiling;
    this.#window = Math.max(1, Math.round(LOOK_AHEAD_SECONDS * sampleRateHz));
    this.#release = 1 - Math.exp(-1 / (RELEASE_SECONDS * sampleRateHz));
    this.#minimum = new SlidingMinimum(this.#window);
    this.#gains = new Float64Array(this.#window).fill(1);
    this.#gainSum = this.#window;
    this.#pending = Array.from(
      { length: channelCount },
      () => new Float32Array(this.#delay + TAPS / 2),
    );
    this.#early = this.#delay;
  }

  /** Adds the next samples of every channel and returns those that are ready. */
  add(channels: readonly Float32Array[]): Float32Array<ArrayBuffer>[] {
    const length = channels[0]?.length ?? 0;
    const joined = this.#pending.map((pending, index) =>
      join(pending, channels[index] ?? new Float32Array(length)),
    );
    this.#pending = joined.map((samples) => samples.slice(length));
    const gains = this.#gainsOf(joined, this.#delay, length);
    const early = Math.min(this.#early, length);
    this.#early -= early;
    return joined.map((samples) => scaled(samples, gains, early));
  }

  /** Returns the last samples. */
  end(): Float32Array<ArrayBuffer>[] {
    const silence = this.#pending.map(() => new Float32Array(this.#delay));
    return this.add(silence);
  }

  /** Latency in frames. */
  get #delay(): number {
    return this.#window - 1 + TAPS / 2;
  }

  /** The gains of `length` frames. Their peaks are searched from frame `at`. */
  #gainsOf(
    channels: readonly Float32Array[],
    at: number,
    length: number,
  ): Float64Array {
    const peaks = peaksOf(channels, at, length, this.#ceiling);
    return peaks.map((peak) => this.#nextGain(this.#ceiling / peak));
  }

  #nextGain(needed: number): number {
    const least = this.#minimum.next(needed);
    const released = this.#gain + (least - this.#gain) * this.#release;
    this.#gain = Math.min(least, released);
    this.#gainSum += this.#gain - (this.#gains[this.#gainAt] ?? 1);
    this.#gains[this.#gainAt] = this.#gain;
    this.#gainAt = (this.#gainAt + 1) % this.#window;
    // Sums of rounded numbers drift; a gain of 1 must stay 1.
    if (this.#gainAt === 0) this.#gainSum = sum(this.#gains);
    return this.#gain === 1 && this.#gainSum > this.#window - 1e-9
      ? 1
      : this.#gainSum / this.#window;
  }
}

/** Joins two stretches; samples of the second that are not finite become 0. */
function join(first: Float32Array, second: Float32Array): Float32Array {
  const joined = new Float32Array(first.length + second.length);
  joined.set(first);
  for (let index = 0; index < second.length; index += 1) {
    const sample = second[index] ?? 0;
    joined[first.length + index] = Number.isFinite(sample) ? sample : 0;
  }
  return joined;
}

/**
 * Returns, for each frame, the highest value of all channels at it and next to it, and at least
 * `floor`.
 */
function peaksOf(
  channels: readonly Float32Array[],
  at: number,
  length: number,
  floor: number,
): Float64Array {
  const peaks = new Float64Array(length).fill(floor);
  for (const samples of channels) {
    for (let from = 0; from < length; from += STRETCH) {
      const to = Math.min(length, from + STRETCH);
      const reach = TAPS / 2;
      const most = maxAbs(samples, at + from - reach, at + to + reach);
      if (most * MOST_GAIN > floor) raise(peaks, samples, at, from, to);
    }
  }
  return peaks;
}

/** Raises the peaks of a stretch to those of one channel. */
function raise(
  peaks: Float64Array,
  samples: Float32Array,
  at: number,
  from: number,
  to: number,
): void {
  const first = at - TAPS / 2;
  let before = between(samples, first + from);
  for (let frame = from; frame < to; frame += 1) {
    const after = between(samples, first + frame + 1);
    const own = Math.abs(samples[at + frame] ?? 0);
    const peak = Math.max(peaks[frame] ?? 0, before, own, after);
    peaks[frame] = peak;
    before = after;
  }
}

/** The highest value between two neighbouring samples. */
function between(samples: Float32Array, index: number): number {
  let peak = 0;
  for (const taps of PHASES) {
    peak = Math.max(peak, Math.abs(valueBetween(samples, taps, index)));
  }
  return peak;
}

function scaled(
  samples: Float32Array,
  gains: Float64Array,
  from: number,
): Float32Array<ArrayBuffer> {
  const output = new Float32Array(gains.length - from);
  for (let index = from; index < gains.length; index += 1) {
    output[index - from] =
      (samples[index + TAPS / 2] ?? 0) * (gains[index] ?? 1);
  }
  return output;
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}
