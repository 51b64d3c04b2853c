import { RESAMPLE_REACH } from "../../signal/resample";
import { KernelTable, TAPS } from "./kernelTable";

/** The samples that came at one rate. */
interface Stretch {
  readonly rate: number;
  /** Where its first sample lies. */
  readonly at: number;
  /** Samples in one frame of the result. */
  readonly perFrame: number;
  readonly kernels: KernelTable;
  /** How many samples were forgotten in front of `samples`. */
  readonly forgotten: number;
  readonly samples: Float32Array;
}

/**
 * A sound that comes in parts, whose rate may change from one to the next, read at one rate. A
 * place is a time since the beginning of the sound, in frames of that rate.
 */
export class PartedSound {
  readonly #rate: number;
  readonly #tables = new Map<number, KernelTable>();
  readonly #taps = new Float32Array(TAPS);
  #stretches: readonly Stretch[] = [];

  constructor(rate: number) {
    this.#rate = rate;
  }

  /** The place behind all that has come. */
  get end(): number {
    const last = this.#stretches.at(-1);
    return last ? endOf(last) : 0;
  }

  /** Up to here, the sound no longer depends on what is still to come. */
  get readableUntil(): number {
    const last = this.#stretches.at(-1);
    return last ? endOf(last) - RESAMPLE_REACH / last.perFrame : 0;
  }

  add(samples: Float32Array, rate: number): void {
    const last = this.#stretches.at(-1);
    if (last?.rate !== rate) {
      const begun = this.#begin(samples, rate);
      this.#stretches = [...this.#stretches, begun];
      return;
    }
    const joined = new Float32Array(last.samples.length + samples.length);
    joined.set(last.samples);
    joined.set(samples, last.samples.length);
    const before = this.#stretches.slice(0, -1);
    this.#stretches = [...before, { ...last, samples: joined }];
  }

  /** Lets go of the sound before a place. */
  forget(before: number): void {
    this.#stretches = this.#stretches
      .filter((stretch, index) => {
        const isLast = index === this.#stretches.length - 1;
        return isLast || endOf(stretch) + RESAMPLE_REACH >= before;
      })
      .map((stretch) => shortened(stretch, before));
  }

  /** The sound at a place, which may lie between two samples. */
  read(place: number): number {
    const stretch = this.#stretches[Math.max(0, this.#indexAt(place))];
    if (!stretch) return 0;
    const { samples, kernels } = stretch;
    const within = (place - stretch.at) * stretch.perFrame - stretch.forgotten;
    const before = Math.floor(within);
    // A sound of the same rate passes as it is.
    if (within === before && stretch.perFrame === 1)
      return samples[before] ?? 0;
    const first = before - RESAMPLE_REACH;
    const fraction = within - before;
    if (first >= 0 && first + TAPS <= samples.length)
      return kernels.weigh(samples, first, fraction);
    for (let tap = 0; tap < TAPS; tap += 1)
      this.#taps[tap] = this.#sample(stretch, first + tap);
    return kernels.weigh(this.#taps, 0, fraction);
  }

  /** Index of the stretch that holds a place; -1 in front of the first. */
  #indexAt(place: number): number {
    let index = this.#stretches.length - 1;
    while (index >= 0 && (this.#stretches[index]?.at ?? 0) > place) index -= 1;
    return index;
  }

  #begin(samples: Float32Array, rate: number): Stretch {
    const perFrame = rate / this.#rate;
    const kernels =
      this.#tables.get(rate) ?? new KernelTable(Math.min(1, 1 / perFrame));
    this.#tables.set(rate, kernels);
    const at = this.end;
    return { rate, at, perFrame, kernels, forgotten: 0, samples };
  }

  #sample(stretch: Stretch, index: number): number {
    const own = stretch.samples[index];
    if (own !== undefined) return own;
    const into = (index + stretch.forgotten) / stretch.perFrame;
    return this.#between(stretch.at + into);
  }

  /** What a neighbouring stretch has at a place, on a straight line between two samples. */
  #between(place: number): number {
    const index = this.#indexAt(place);
    const stretch = this.#stretches[index];
    if (!stretch) return this.#stretches[0]?.samples[0] ?? 0;
    const within = (place - stretch.at) * stretch.perFrame - stretch.forgotten;
    const before = Math.floor(within);
    const left = stretch.samples[before] ?? stretch.samples.at(-1) ?? 0;
    const right =
      stretch.samples[before + 1] ?? this.#stretches[index + 1]?.samples[0];
    return left + (within - before) * ((right ?? left) - left);
  }
}

const endOf = ({ at, perFrame, forgotten, samples }: Stretch): number =>
  at + (forgotten + samples.length) / perFrame;

function shortened(stretch: Stretch, before: number): Stretch {
  const within = Math.floor((before - stretch.at) * stretch.perFrame);
  const surplus = within - RESAMPLE_REACH - stretch.forgotten;
  if (surplus <= 0) return stretch;
  return {
    ...stretch,
    forgotten: stretch.forgotten + surplus,
    samples: stretch.samples.subarray(surplus),
  };
}
