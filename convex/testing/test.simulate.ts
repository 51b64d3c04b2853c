/**
 * A model of a deployment on Convex, where transactions are optimistic: each
 * runs on a snapshot, and is committed only if nobody has since written the
 * rows that it reads or writes. tools/bench/README.md lists the assumptions.
 */
export interface Transaction {
  /**
   * Names of rows and ranges. Rows that no other transaction touches are left
   * out.
   */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly runMs: number;
}

export interface Load {
  /** How many transactions arrive per second on average, at random times. */
  readonly perSecond: number;
  /** How many transactions run at a time; the others wait in line. */
  readonly atOnce: number;
  /**
   * A transaction that also comes once a second, such as the fold of a busy
   * beat.
   */
  readonly eachSecond?: Transaction;
}

export interface Outcome {
  readonly storedPerSecond: number;
  /** Share of the transactions that collided with others too often. */
  readonly refused: number;
  /**
   * The time from arrival to commit that 99 % of the transactions do not
   * exceed.
   */
  readonly p99Ms: number;
}

const COMMIT_EVERY_MS = 5;
const RETRIES = 8;
const FIRST_WAIT_MS = 10;
const SECONDS = 20;

interface Run {
  readonly transaction: Transaction;
  readonly arrivedAtMs: number;
  readonly isCounted: boolean;
  tries: number;
  /**
   * When the transaction may start or, once it has started, when it started.
   */
  startsAtMs: number;
}

/** @param random returns numbers from 0 to 1, the same ones in each run */
export function simulate(
  draw: () => Transaction,
  { perSecond, atOnce, eachSecond }: Load,
  random: () => number,
): Outcome {
  const writtenAtMs = new Map<string, number>();
  const tookMs: number[] = [];
  let refused = 0;
  let waiting: Run[] = [];
  let running: Run[] = [];
  const arrive = (transaction: Transaction, at: number, isCounted = true) =>
    waiting.push({
      ...{ transaction, isCounted, tries: 0 },
      ...{ arrivedAtMs: at, startsAtMs: at },
    });
  const commit = (run: Run, at: number) => {
    const { reads, writes } = run.transaction;
    const isLate = (key: string) =>
      (writtenAtMs.get(key) ?? -1) > run.startsAtMs;
    if (![...reads, ...writes].some(isLate)) {
      for (const key of writes) writtenAtMs.set(key, at);
      if (run.isCounted) tookMs.push(at - run.arrivedAtMs);
    } else if (run.tries === RETRIES && run.isCounted) refused += 1;
    else {
      run.startsAtMs = at + random() * FIRST_WAIT_MS * 2 ** run.tries;
      run.tries += 1;
      waiting.push(run);
    }
  };
  for (let now = 0; now < SECONDS * 1_000; now += 1) {
    if (random() < perSecond / 1_000) arrive(draw(), now);
    if (eachSecond && now % 1_000 === 0) arrive(eachSecond, now, false);
    const starting = waiting
      .filter(({ startsAtMs }) => startsAtMs <= now)
      .slice(0, atOnce - running.length);
    waiting = waiting.filter((run) => !starting.includes(run));
    for (const run of starting) run.startsAtMs = now;
    running.push(...starting);
    if (now % COMMIT_EVERY_MS > 0) continue;
    const isDone = ({ startsAtMs, transaction }: Run) =>
      now - startsAtMs >= transaction.runMs;
    const done = running.filter(isDone);
    running = running.filter((run) => !done.includes(run));
    for (const run of done) commit(run, now);
  }
  tookMs.sort((a, b) => a - b);
  return {
    storedPerSecond: tookMs.length / SECONDS,
    refused: refused / Math.max(1, refused + tookMs.length),
    p99Ms: tookMs[Math.floor(tookMs.length * 0.99)] ?? 0,
  };
}
