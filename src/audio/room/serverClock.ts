/** One question to the server. All times are in ms. */
interface ClockSample {
  /** When it was sent and answered, on the clock of the page. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** What the clock of the server said in between. */
  readonly serverAt: number;
}

const KEPT = 8;

/**
 * The clock of the server, as far as a page can know it. It never reads the time of the device, which
 * may be wrong by hours.
 */
export class ServerClock {
  readonly #pageNow: () => number;
  #samples: readonly ClockSample[] = [];

  constructor(pageNow = () => performance.now()) {
    this.#pageNow = pageNow;
  }

  add(sample: ClockSample): void {
    const fitting = this.#samples.every((other) => overlap(sample, other));
    // Otherwise the device slept, or the clock of the server was set.
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

/** The two clocks may drift apart by this much. */
const DRIFT_MS = 50;

/** Whether one difference between both clocks explains two samples. */
function overlap(one: ClockSample, other: ClockSample): boolean {
  const from = (sample: ClockSample) => sample.serverAt - sample.receivedAt;
  const to = (sample: ClockSample) => sample.serverAt - sample.sentAt;
  return from(one) <= to(other) + DRIFT_MS && from(other) <= to(one) + DRIFT_MS;
}
