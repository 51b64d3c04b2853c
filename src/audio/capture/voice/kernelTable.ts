import { makeKernel, RESAMPLE_REACH } from "../../signal/resample";

/** Between them, kernels are interpolated; the error stays 100 dB below the sound. */
const PHASES = 256;
export const TAPS = 2 * RESAMPLE_REACH + 1;

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
   * The sound `fraction` of a sample behind the one `RESAMPLE_REACH` after index `from`. Everything
   * within this reach has to be in `samples`.
   */
  weigh(samples: Float32Array, from: number, fraction: number): number {
    const weights = this.#weights;
    const phase = Math.floor(fraction * PHASES);
    const share = fraction * PHASES - phase;
    const row = phase * TAPS;
    let before = 0;
    let after = 0;
    for (let tap = 0; tap < TAPS; tap += 1) {
      const sample = samples[from + tap] ?? 0;
      before += sample * (weights[row + tap] ?? 0);
      after += sample * (weights[row + TAPS + tap] ?? 0);
    }
    return before + share * (after - before);
  }
}
