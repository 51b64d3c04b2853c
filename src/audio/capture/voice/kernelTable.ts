import { makeKernel, RESAMPLE_REACH } from "../../signal/resample";

/**
 * Rows of the table between two samples. Between rows, kernels are interpolated; the error stays
 * 100 dB below the sound.
 */
const PHASES = 256;
export const TAPS = 2 * RESAMPLE_REACH + 1;

/** Places in a sound, at equal distances. */
export interface Places {
  readonly length: number;
  /** Distance from each place to the next. */
  readonly step: number;
}

/** Computes the sound at any place between two samples. */
export class KernelTable {
  readonly #weights: Float32Array;

  /** `cutoff` is the share of the samples' band that is kept. */
  constructor(cutoff: number) {
    const rows = Array.from({ length: PHASES + 1 }, (_, phase) =>
      makeKernel(phase / PHASES, cutoff),
    );
    this.#weights = Float32Array.from(rows.flatMap((row) => [...row]));
  }

  /**
   * Returns the sound at `length` places, each `step` samples after the one before. The first place
   * lies `RESAMPLE_REACH` samples after `place`. `samples` must hold everything within this reach
   * of each place.
   */
  weigh(
    samples: Float32Array,
    place: number,
    { length, step }: Places,
  ): Float32Array<ArrayBuffer> {
    // In older browsers each access to a private field costs a call, which counts in this loop.
    const weights = this.#weights;
    const result = new Float32Array(length);
    for (let index = 0; index < length; index += 1) {
      const at = place + index * step;
      const from = Math.floor(at);
      const phased = (at - from) * PHASES;
      const phase = Math.floor(phased);
      const share = phased - phase;
      const row = phase * TAPS;
      let before = 0;
      let after = 0;
      for (let tap = 0; tap < TAPS; tap += 1) {
        const sample = samples[from + tap] ?? 0;
        before += sample * (weights[row + tap] ?? 0);
        after += sample * (weights[row + TAPS + tap] ?? 0);
      }
      result[index] = before + share * (after - before);
    }
    return result;
  }
}
