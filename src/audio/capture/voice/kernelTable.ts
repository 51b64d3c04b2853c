import { makeKernel, RESAMPLE_REACH } from "../../signal/resample";

/** Between them, kernels are interpolated; the error stays 100 dB below the sound. */
const PHASES = 256;
export const TAPS = 2 * RESAMPLE_REACH + 1;

/** Places in a sound, at equal distances. */
export interface Places {
  readonly length: number;
  /** From each to the next. */
  readonly step: number;
}

/** Weighs samples for any place between two of them. */
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
   * `length` places of the sound, each `step` samples behind the one before. The first lies
   * `RESAMPLE_REACH` behind `place`. Everything within this reach has to be in `samples`.
   */
  weigh(
    samples: Float32Array,
    place: number,
    { length, step }: Places,
  ): Float32Array<ArrayBuffer> {
    // Private fields cost a call each in older browsers, which counts here.
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
