/** After a longer pause, the next tap starts over. */
const LONGEST_PAUSE_MS = 2_500;
const MOST_TAPS = 12;
const LEAST_TAPS = 4;

/** Adds a tap to the earlier ones; times are in ms. */
export function addTap(taps: readonly number[], atMs: number): number[] {
  const last = taps.at(-1);
  const goesOn =
    last !== undefined && atMs > last && atMs - last <= LONGEST_PAUSE_MS;
  return goesOn ? [...taps, atMs].slice(-MOST_TAPS) : [atMs];
}

/** Returns the tempo of the taps in whole BPM; null until there are four taps. */
export function tappedBpm(taps: readonly number[]): number | null {
  const [first, last] = [taps[0], taps.at(-1)];
  if (taps.length < LEAST_TAPS || first === undefined || last === undefined)
    return null;
  return Math.round((60_000 * (taps.length - 1)) / (last - first));
}
