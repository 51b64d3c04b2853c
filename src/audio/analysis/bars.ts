/**
 * Decides which of several related tempos is meant, and which beat is the first of a bar, by how
 * well the drums fit the two patterns that hip-hop is built on: the snare on 2 and 4, and, at
 * quick tempos, the snare on 3 alone.
 *
 * The weights were fitted to one set of synthesised beats and are measured on others; see
 * `tools/bench/README.md`.
 */
import { BEATS_IN_BAR } from "../../../convex/shared/limits.ts";
import { BINS, foldIntoBar } from "./foldedBar.ts";
import type { Onsets } from "./onsets.ts";
import type { TempoCandidate } from "./tempo.ts";

export interface BarFit {
  readonly bpm: number;
  /** Start of the first whole bar, in seconds from the start of the file. */
  readonly firstBarSeconds: number;
}

const STEPS = 16;
/** Sound quieter than this fraction of the loudest counts as silence before the music. */
const MUSIC_LEVEL = 0.03;
/** The first bar may begin this much before the first sound that is loud enough to count. */
const EARLY_SECONDS = 0.06;

/** Returns the best tempo and first bar; null if there are no candidates. */
export function fitBars(
  onsets: Onsets,
  candidates: readonly TempoCandidate[],
): BarFit | null {
  const musicAt = musicStartSeconds(onsets);
  const strongest = Math.max(...candidates.map(({ strength }) => strength));
  let best: BarFit | null = null;
  let most = -Infinity;
  for (const candidate of candidates) {
    const barSeconds = (60 * BEATS_IN_BAR) / candidate.bpm;
    const { low, body, snap, air, framesPerSecond } = onsets;
    const folded = [low, body, snap, air].map((band) =>
      foldIntoBar(band, framesPerSecond, barSeconds),
    );
    for (let bin = 0; bin < BINS; bin += 1) {
      const firstBarSeconds = firstFrom(
        (bin / BINS) * barSeconds,
        musicAt - EARLY_SECONDS,
        barSeconds,
      );
      const startsMusic = firstBarSeconds < musicAt + EARLY_SECONDS;
      const score =
        candidate.strength +
        (0.2 * candidate.strength) / strongest +
        (startsMusic ? 0.07 : 0) +
        patternScore(folded, bin, candidate.bpm);
      if (score <= most) continue;
      most = score;
      best = { bpm: candidate.bpm, firstBarSeconds };
    }
  }
  return best;
}

/** Moves a time by whole periods to the first one that is not before `earliest`. */
function firstFrom(at: number, earliest: number, period: number): number {
  return at + Math.max(0, Math.ceil((earliest - at) / period)) * period;
}

function musicStartSeconds({ level, framesPerSecond }: Onsets): number {
  const frame = level.findIndex((value) => value > MUSIC_LEVEL);
  return Math.max(0, frame) / framesPerSecond;
}

/** Returns how well bars that begin at `bin` fit the better one of the two patterns. */
function patternScore(
  folded: readonly Float32Array[],
  bin: number,
  bpm: number,
): number {
  const [kick, chord, snare, hat] = folded.map(
    (profile) => (step: number) =>
      profile[(bin + Math.round((step * BINS) / STEPS)) % BINS] ?? 0,
  );
  if (!kick || !chord || !snare || !hat) return 0;
  const evenHats = sumOf(hat, [0, 2, 4, 6, 8, 10, 12, 14]);
  const oddHats = sumOf(hat, [1, 3, 5, 7, 9, 11, 13, 15]);
  const common =
    0.5 * kick(0) -
    0.25 * kick(8) -
    0.9 * sumOf(kick, [4, 12]) +
    2.7 * chord(0) -
    1.45 * chord(8) +
    0.12 * evenHats;
  const backbeat =
    0.9 * Math.min(snare(4), snare(12)) +
    0.1 * sumOf(snare, [4, 12]) -
    0.2 * sumOf(snare, [0, 8]) +
    0.17 * oddHats -
    0.08 * octavesFrom(bpm, 95) ** 2;
  const halfTime =
    1.24 * snare(8) -
    0.2 * sumOf(snare, [0, 4, 12]) +
    0.43 * oddHats -
    0.18 -
    0.65 * octavesFrom(bpm, 150) ** 2;
  return common + Math.max(backbeat, halfTime);
}

const octavesFrom = (bpm: number, usual: number) => Math.log2(bpm / usual);

const sumOf = (at: (step: number) => number, steps: readonly number[]) =>
  steps.reduce((sum, step) => sum + at(step), 0);
