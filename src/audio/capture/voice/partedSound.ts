import { joinSamples } from "../../signal/joinSamples";
import { RESAMPLE_REACH } from "../../signal/resample";
import { KernelTable, type Places, TAPS } from "./kernelTable";

const ONE: Places = { length: 1, step: 1 };

/** Consecutive samples with the same rate. */
interface Stretch {
  readonly rate: number;
  /** The place of its first sample. */
  readonly at: number;
  /** Samples in one frame of the result. */
  readonly perFrame: number;
  readonly kernels: KernelTable;
  /** How many samples in front of `samples` were dropped. */
  readonly forgotten: number;
  readonly samples: Float32Array<ArrayBuffer>;
}

/**
 * A sound that arrives in parts and is read at one rate, even if the rate changes from part to
 * part. A place is a time since the beginning of the sound, in frames at the rate of reading.
 */
export class PartedSound {
  readonly #rate: number;
  readonly #tables = new Map<number, KernelTable>();
  readonly #taps = new Float32Array(TAPS);
  #stretches: readonly Stretch[] = [];

  constructor(rate: number) {
    this.#rate = rate;
  }

  /** The place just after everything that has arrived. */
  get end(): number {
    const last = this.#stretches.at(-1);
    return last ? endOf(last) : 0;
  }

  /** The place up to which the sound no longer depends on parts that are still to come. */
  get readableUntil(): number {
    const last = this.#stretches.at(-1);
    return last ? endOf(last) - RESAMPLE_REACH / last.perFrame : 0;
  }

  add(samples: Float32Array<ArrayBuffer>, rate: number): void {
    const last = this.#stretches.at(-1);
    if (last?.rate !== rate) {
      const begun = this.#begin(samples, rate);
      this.#stretches = [...this.#stretches, begun];
      return;
    }
    const joined = joinSamples([last.samples, samples]);
    const before = this.#stretches.slice(0, -1);
    this.#stretches = [...before, { ...last, samples: joined }];
  }

  /** Drops the sound before a place. */
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
    return this.readAll(place, ONE)[0] ?? 0;
  }

  /** The sound at several places. */
  readAll(place: number, places: Places): Float32Array<ArrayBuffer> {
    const stretch = this.#stretchAt(place);
    if (!stretch) return new Float32Array(places.length);
    const { samples, kernels, perFrame } = stretch;
    const step = places.step * perFrame;
    const first = withinOf(stretch, place);
    const last = Math.floor(first + (places.length - 1) * step);
    const isInside = first >= 0 && last < samples.length;
    // A sound that already has the right rate is returned unchanged.
    if (step === 1 && Number.isInteger(first) && isInside)
      return samples.slice(first, last + 1);
    const from = first - RESAMPLE_REACH;
    if (from >= 0 && last + RESAMPLE_REACH < samples.length)
      return kernels.weigh(samples, from, { ...places, step });
    return Float32Array.from({ length: places.length }, (_, index) =>
      this.#readAcross(place + index * places.step),
    );
  }

  /** The sound at a place whose neighbouring samples may belong to several stretches. */
  #readAcross(place: number): number {
    const stretch = this.#stretchAt(place);
    if (!stretch) return 0;
    const within = withinOf(stretch, place);
    const before = Math.floor(within);
    if (within === before && stretch.perFrame === 1)
      return stretch.samples[before] ?? 0;
    const from = before - RESAMPLE_REACH;
    for (let tap = 0; tap < TAPS; tap += 1)
      this.#taps[tap] = this.#sample(stretch, from + tap);
    const [sound = 0] = stretch.kernels.weigh(this.#taps, within - before, ONE);
    return sound;
  }

  /** The stretch that contains a place; the first one if the place lies before it. */
  #stretchAt(place: number): Stretch | undefined {
    return this.#stretches[Math.max(0, this.#indexAt(place))];
  }

  /** Index of the stretch that contains a place; -1 if the place lies before the first one. */
  #indexAt(place: number): number {
    let index = this.#stretches.length - 1;
    while (index >= 0 && (this.#stretches[index]?.at ?? 0) > place) index -= 1;
    return index;
  }

  #begin(samples: Float32Array<ArrayBuffer>, rate: number): Stretch {
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

  /** The sound at a place in a neighbouring stretch, interpolated linearly between two samples. */
  #between(place: number): number {
    const index = this.#indexAt(place);
    const stretch = this.#stretches[index];
    if (!stretch) return this.#stretches[0]?.samples[0] ?? 0;
    const within = withinOf(stretch, place);
    const before = Math.floor(within);
    const left = stretch.samples[before] ?? stretch.samples.at(-1) ?? 0;
    const right =
      stretch.samples[before + 1] ?? this.#stretches[index + 1]?.samples[0];
    return left + (within - before) * ((right ?? left) - left);
  }
}

/** Returns the index of a place among the samples of a stretch; it may be a fraction. */
const withinOf = ({ at, perFrame, forgotten }: Stretch, place: number) =>
  (place - at) * perFrame - forgotten;

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
