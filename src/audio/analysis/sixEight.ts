/**
 * Tells six-eight from four beats a bar: in six-eight, eighths come in threes, and the drums accent
 * the first of each three. A bar of four beats with triplets all through sounds the same, so it
 * counts as six-eight too.
 */
import { BINS, foldIntoBar } from "./foldedBar.ts";
import type { Onsets } from "./onsets.ts";
import type { TempoCandidate } from "./tempo.ts";

/** Six-eight can show up at any of these multiples of its dotted-beat tempo. */
export const BEATS_IN_DOTTED_BEAT = [1, 1.5, 2, 3];
const SLOWEST_BPM = 40;
const FASTEST_BPM = 110;
/**
 * With these limits, 23 of 24 synthesised beats in six-eight are recognised. Of 55 beats in four,
 * only those whose hats play nothing but triplets are mistaken for six-eight.
 */
const LEAST_THIRDS = 0.2;
const MOST_STRAIGHT = 0.2;
const LEAST_ACCENT = 0.42;

/** Returns the tempo of the dotted beats, two of which are a bar of six-eight; null in other music. */
export function findDottedBeat(
  onsets: Onsets,
  tempos: readonly TempoCandidate[],
): TempoCandidate | null {
  const tried = tempos.flatMap(({ bpm, strength }) =>
    BEATS_IN_DOTTED_BEAT.map((beats) => ({ bpm: bpm / beats, strength })),
  );
  const found = tried.find(
    ({ bpm }) =>
      bpm >= SLOWEST_BPM && bpm <= FASTEST_BPM && isDottedBeat(onsets, bpm),
  );
  return found ?? null;
}

function isDottedBeat(
  { low, snap, body, air, framesPerSecond }: Onsets,
  bpm: number,
): boolean {
  const fold = (band: Float32Array) =>
    foldIntoBar(band, framesPerSecond, 60 / bpm);
  const drums = sumOf([low, snap].map(fold));
  const all = sumOf([low, snap, body, air].map(fold));
  const first = drums.indexOf(Math.max(...drums));
  const at = (profile: readonly number[], share: number) =>
    profile[(first + Math.round(share * BINS)) % BINS] ?? 0;
  const [one, half] = [at(all, 0), at(all, 1 / 2)];
  const thirds = Math.min(at(all, 1 / 3), at(all, 2 / 3));
  const straight = Math.max(at(all, 1 / 4), half, at(all, 3 / 4));
  const hits = [0, 1 / 3, 1 / 2, 2 / 3].map((share) => at(drums, share));
  const accent = hits.reduce((sum, hit) => sum + hit);
  return (
    thirds >= LEAST_THIRDS * one &&
    straight <= MOST_STRAIGHT * one &&
    at(drums, 0) > LEAST_ACCENT * accent
  );
}

const sumOf = (profiles: readonly Float32Array[]): number[] =>
  Array.from({ length: BINS }, (_, bin) =>
    profiles.reduce((sum, profile) => sum + (profile[bin] ?? 0), 0),
  );
