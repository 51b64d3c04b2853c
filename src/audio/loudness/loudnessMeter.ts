import { loudnessOfSteps, STEP_SECONDS } from "./gating.ts";
import { KWeighting } from "./kWeighting.ts";
import { decibelsOf, type Loudness } from "./loudness.ts";
import { TruePeak } from "./truePeak.ts";

/** Channel weights of ITU-R BS.1770-4 for 5 and 6 channels; the fourth of 6 is the subwoofer. */
const SURROUND_WEIGHTS: Readonly<Record<number, readonly number[]>> = {
  5: [1, 1, 1, 1.41, 1.41],
  6: [1, 1, 1, 0, 1.41, 1.41],
};
/** Samples that are copied at once. */
const PIECE_FRAMES = 8_192;

/** Measures a sound that arrives in parts. Keeps only one number per 100 ms of sound. */
export class LoudnessMeter {
  readonly #filters: readonly KWeighting[];
  readonly #peaks: readonly TruePeak[];
  readonly #weights: readonly number[];
  readonly #stepFrames: number;
  readonly #steps: number[] = [];
  #stepEnergy = 0;
  #stepFilled = 0;

  /** Throws a RangeError if the sample rate is below 4 kHz. */
  constructor(channelCount: number, sampleRateHz: number) {
    const each = Array.from({ length: channelCount }, (_, index) => index);
    this.#filters = each.map(() => new KWeighting(sampleRateHz));
    this.#peaks = each.map(() => new TruePeak());
    this.#weights = SURROUND_WEIGHTS[channelCount] ?? each.map(() => 1);
    this.#stepFrames = Math.round(STEP_SECONDS * sampleRateHz);
  }

  /** Adds the next samples. Every channel must have the same number of samples. */
  add(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    for (let from = 0; from < length;) {
      const free = this.#stepFrames - this.#stepFilled;
      const to = Math.min(length, from + Math.min(free, PIECE_FRAMES));
      this.#addWithinStep(channels, from, to);
      from = to;
    }
  }

  /** The loudness of everything added so far. */
  result(): Loudness {
    const peak = Math.max(0, ...this.#peaks.map((channel) => channel.peak()));
    return {
      lufs: loudnessOfSteps(this.#steps),
      truePeakDbtp: decibelsOf(peak),
    };
  }

  /** K-weighted power of each complete 100 ms, summed over the channels; see `loudnessOfSteps`. */
  powers(): readonly number[] {
    return this.#steps;
  }

  #addWithinStep(
    channels: readonly Float32Array[],
    from: number,
    to: number,
  ): void {
    for (const [index, filter] of this.#filters.entries()) {
      const samples = channels[index] ?? new Float32Array(to);
      const energy = filter.energyOf(samples, from, to);
      this.#stepEnergy += energy * (this.#weights[index] ?? 1);
      this.#peaks[index]?.add(samples.subarray(from, to));
    }
    this.#stepFilled += to - from;
    if (this.#stepFilled < this.#stepFrames) return;
    this.#steps.push(this.#stepEnergy / this.#stepFrames);
    this.#stepEnergy = 0;
    this.#stepFilled = 0;
  }
}
