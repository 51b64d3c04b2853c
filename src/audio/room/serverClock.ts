/** One question to the server. All times are in ms. */
interface ClockSample {
  /** When the question was sent and answered, on the page's clock. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** The server's time somewhere between the two. */
  readonly serverAt: number;
}

const KEPT = 8;

/** Estimates the server's time. It never reads the device's time, which may be wrong by hours. */
export class ServerClock {
  readonly #pageNow: () => number;
  #samples: readonly ClockSample[] = [];

  constructor(pageNow = () => performance.now()) {
    this.#pageNow = pageNow;
  }

  add(sample: ClockSample): void {
    const fitting = this.#samples.every((other) => overlap(sample, other));
    // If the new sample does not fit, the device slept or the server's clock was set, so the old
    // ones are dropped.
    const kept = fitting ? this.#samples : [];
    this.#samples = [...kept, sample].slice(-KEPT);
  }

  /** Null before the first answer. */
  now(): number | null {
    const [first, ...rest] = this.#samples;
    if (!first) return null;
    const best = rest.reduce(
      (least, sample) => (tripOf(sample) < tripOf(least) ? sample : least),
      first,
    );
    return (
      this.#pageNow() + best.serverAt - (best.sentAt + best.receivedAt) / 2
    );
  }
}

const tripOf = ({ sentAt, receivedAt }: ClockSample) => receivedAt - sentAt;

/** How far the two clocks may drift apart. */
const DRIFT_MS = 50;

/** Returns whether a constant difference between both clocks explains two samples. */
function overlap(one: ClockSample, other: ClockSample): boolean {
  const from = (sample: ClockSample) => sample.serverAt - sample.receivedAt;
  const to = (sample: ClockSample) => sample.serverAt - sample.sentAt;
  return from(one) <= to(other) + DRIFT_MS && from(other) <= to(one) + DRIFT_MS;
}
