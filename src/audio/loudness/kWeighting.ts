/** Lowest sample rate at which the filters work. Every browser decodes at 8 kHz or more. */
const MIN_RATE_HZ = 4_000;
/** A filter state below this is inaudible and would only turn into slow denormal numbers. */
const NEGLIGIBLE = 1e-20;

interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/**
 * The shelf that models the head. At 48 kHz it has the coefficients of table 1 of ITU-R BS.1770-4.
 */
function headShelf(sampleRateHz: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRateHz);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

/** The high-pass of table 2 of ITU-R BS.1770-4. */
function highPass(sampleRateHz: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRateHz);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return {
    b0: 1,
    b1: -2,
    b2: 1,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

/** The K-weighted energy of one channel, computed from consecutive samples. */
export class KWeighting {
  readonly #shelf: Biquad;
  readonly #pass: Biquad;
  #s1 = 0;
  #s2 = 0;
  #p1 = 0;
  #p2 = 0;

  /** Throws a RangeError if the sample rate is too low for the filters. */
  constructor(sampleRateHz: number) {
    if (!(sampleRateHz >= MIN_RATE_HZ)) {
      throw new RangeError(`${sampleRateHz} Hz is too low to weigh`);
    }
    this.#shelf = headShelf(sampleRateHz);
    this.#pass = highPass(sampleRateHz);
  }

  /** The sum of the squares of the weighted samples. Samples that are not finite count as 0. */
  energyOf(samples: Float32Array, from: number, to: number): number {
    const { b0, b1, b2, a1, a2 } = this.#shelf;
    const { a1: c1, a2: c2 } = this.#pass;
    let [s1, s2, p1, p2] = [this.#s1, this.#s2, this.#p1, this.#p2];
    let energy = 0;
    for (let index = from; index < to; index += 1) {
      const sample = samples[index] ?? 0;
      const x = Number.isFinite(sample) ? sample : 0;
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      const z = y + p1;
      p1 = -2 * y - c1 * z + p2;
      p2 = y - c2 * z;
      energy += z * z;
    }
    [this.#s1, this.#s2] = [settled(s1), settled(s2)];
    [this.#p1, this.#p2] = [settled(p1), settled(p2)];
    return energy;
  }
}

function settled(state: number): number {
  return Math.abs(state) < NEGLIGIBLE ? 0 : state;
}
