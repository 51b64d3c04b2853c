/** For this many rounds, commits continue while the affected live queries run. */
const ROUNDS_BESIDE_COMMITS = 3;
/** Commits are held for at most a fifth of the time. */
const FREE_TIMES_HELD = 4;

/**
 * The rounds in which live queries have run again since all of them were last up to
 * date.
 */
export interface Rounds {
  readonly count: number;
  /** Time since the first round began. */
  readonly tookMs: number;
  /** Length of the last round; a held commit waits about that long. */
  readonly lastMs: number;
}

/**
 * Returns whether commits must wait until the live queries have caught up. Under a
 * steady load they might otherwise never catch up, and no result would be
 * published. The longer a round takes, the less often commits are held.
 */
export function mustHoldCommits({ count, tookMs, lastMs }: Rounds): boolean {
  return count >= ROUNDS_BESIDE_COMMITS && tookMs >= FREE_TIMES_HELD * lastMs;
}
