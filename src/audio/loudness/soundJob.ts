import { Limiter } from "./limiter.ts";
import type { Loudness } from "./loudness.ts";
import { LoudnessMeter } from "./loudnessMeter.ts";

export interface SoundOptions {
  readonly channelCount: number;
  readonly sampleRateHz: number;
  /**
   * Applies a gain and then keeps the true peak below a ceiling; null leaves the sound unchanged.
   */
  readonly limit: { readonly gain: number; readonly ceiling: number } | null;
}

export interface SoundReport {
  /** The last samples of the limited sound. */
  readonly rest: Float32Array<ArrayBuffer>[];
  /** Loudness of the limited sound. */
  readonly loudness: Loudness;
  /** K-weighted power of each 100 ms; see `loudnessOfSteps`. */
  readonly powers: readonly number[];
}

/** Limits and measures a sound that arrives in parts. */
export class SoundJob {
  readonly #gain: number;
  readonly #limiter: Limiter | null;
  readonly #meter: LoudnessMeter;

  constructor({ channelCount, sampleRateHz, limit }: SoundOptions) {
    this.#gain = limit?.gain ?? 1;
    this.#limiter =
      limit && new Limiter(channelCount, sampleRateHz, limit.ceiling);
    this.#meter = new LoudnessMeter(channelCount, sampleRateHz);
  }

  /** Returns the samples that are ready. May change the samples that it receives. */
  add(channels: Float32Array<ArrayBuffer>[]): Float32Array<ArrayBuffer>[] {
    if (this.#gain !== 1) {
      for (const samples of channels) scale(samples, this.#gain);
    }
    const ready = this.#limiter ? this.#limiter.add(channels) : channels;
    this.#meter.add(ready);
    return ready;
  }

  end(): SoundReport {
    const rest = this.#limiter?.end() ?? [];
    if (rest.length > 0) this.#meter.add(rest);
    return {
      rest,
      loudness: this.#meter.result(),
      powers: this.#meter.powers(),
    };
  }
}

function scale(samples: Float32Array, gain: number): void {
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = (samples[index] ?? 0) * gain;
  }
}
