import { MAX_VERSE_MS } from "./limits.ts";

/** Bars of a beat to record over. */
export interface Section {
  /** Counted from 1, like the numbers over the waveform. */
  readonly startBar: number;
  readonly bars: number;
}

/** The whole bars of its beat that a verse covers. */
export interface PlacedSection extends Section {
  /** Where the first of these bars starts in the file. */
  readonly atMs: number;
  /** Where the last of these bars ends in the file. */
  readonly endMs: number;
}

/** How much of the beat is recorded after the last bar. */
export const TAIL_MS = 500;

/** More than the longest beat has at the fastest tempo. */
const MOST_BARS = 10_000;

/** Returns whether a verse can have these bars. */
const isSection = ({ startBar, bars, atMs, endMs }: PlacedSection): boolean =>
  isCount(startBar) &&
  isCount(bars) &&
  atMs >= 0 &&
  endMs > atMs &&
  endMs <= 2 * MAX_VERSE_MS;

/** Returns the bars that a client states, unless no verse can have them. */
export const believedSection = (
  stated: PlacedSection | undefined,
): PlacedSection | undefined =>
  stated && isSection(stated) ? stated : undefined;

const isCount = (count: number) =>
  Number.isInteger(count) && count >= 1 && count <= MOST_BARS;
