/**
 * From the places of drums and chords in a bar, decides which of several related tempos is meant
 * and which beat is the first of a bar. Every strong onset is tried as the start of a bar. The
 * weights were fitted by logistic regression to synthesised beats and to loops of four drum kits,
 * and measured on other beats; see `tools/bench/README.md`.
 */
import { BEATS_IN_BAR } from "../../../convex/shared/limits.ts";
import { BINS, foldIntoBar } from "./foldedBar.ts";
import type { Onsets } from "./onsets.ts";
import type { TempoCandidate } from "./tempo.ts";

export interface BarFit {
  readonly bpm: number;
  /** Start of the first whole bar, in seconds from the start of the file. */
  readonly firstBarSeconds: number;
  /** How strongly the sound supports this tempo and first bar, from 0 to 1. */
  readonly confidence: number;
}

interface Heard {
  readonly onsets: Onsets;
  /** Length of the whole file. */
  readonly seconds: number;
}

interface Guess {
  readonly bpm: number;
  readonly firstBarSeconds: number;
  readonly score: number;
}

const STEPS = 16;
/** Sound quieter than this fraction of the loudest counts as silence before the music. */
const MUSIC_LEVEL = 0.03;
/** The first bar may begin this much before the first sound that is loud enough to count. */
const EARLY_SECONDS = 0.06;
/** A bar cannot begin at an onset weaker than this share of the strongest. */
const LEAST_ONSET = 0.04;
/** How much a loop may differ in length from its bars: MP3 encoders add up to this much. */
const LOOP_SECONDS = 0.06;
const LOOP_START_SECONDS = 0.06;
const LOOP_BARS = [1, 2, 4, 8, 16, 32];
const FAST_BPM = 120;
/** Two guesses that differ by less than this are the same. */
const SAME = { share: 0.01, seconds: 0.03 };

/** Returns the best tempo and first bar; null if there are no candidates. */
export function fitBars(
  heard: Heard,
  candidates: readonly TempoCandidate[],
): BarFit | null {
  const guesses = candidates.flatMap((tempo) => guessesAt(tempo, heard));
  const best = guesses.reduce<Guess | null>(
    (kept, guess) => (kept && kept.score >= guess.score ? kept : guess),
    null,
  );
  if (best === null) return null;
  const weight = ({ score }: Guess) => Math.exp(score - best.score);
  const sumOf = (some: readonly Guess[]) =>
    some.reduce((sum, guess) => sum + weight(guess), 0);
  const agreeing = guesses.filter((guess) => isSame(guess, best));
  return { ...best, confidence: sumOf(agreeing) / sumOf(guesses) };
}

const isSame = (a: Guess, b: Guess) =>
  Math.abs(a.bpm / b.bpm - 1) < SAME.share &&
  Math.abs(a.firstBarSeconds - b.firstBarSeconds) < SAME.seconds;

/** Returns whether a file of this length repeats without a gap at this tempo. */
export function isWholeLoop(seconds: number, bpm: number): boolean {
  const barSeconds = (60 * BEATS_IN_BAR) / bpm;
  return LOOP_BARS.some(
    (bars) => Math.abs(seconds - bars * barSeconds) < LOOP_SECONDS,
  );
}

function guessesAt(
  { bpm, strength }: TempoCandidate,
  { onsets, seconds }: Heard,
): Guess[] {
  const { low, body, snap, air, framesPerSecond } = onsets;
  const barSeconds = (60 * BEATS_IN_BAR) / bpm;
  const folded = [low, body, snap, air].map((band) =>
    foldIntoBar(band, framesPerSecond, barSeconds),
  );
  const musicAt = musicStartSeconds(onsets);
  const isLoop = isWholeLoop(seconds, bpm);
  return strongBins(folded).map((bin) => {
    const firstBarSeconds = firstFrom(
      (bin / BINS) * barSeconds,
      musicAt - EARLY_SECONDS,
      barSeconds,
    );
    const startsMusic = firstBarSeconds < musicAt + EARLY_SECONDS;
    const startsLoop = isLoop && firstBarSeconds < LOOP_START_SECONDS;
    const score =
      patternScore(folded, bin, bpm) -
      1.77 * strength +
      (startsMusic ? 1.94 : 0) +
      (startsLoop ? 5.97 : 0);
    return { bpm, firstBarSeconds, score };
  });
}

/** The bins at which the onsets of a bar are strongest. */
function strongBins(folded: readonly Float32Array[]): number[] {
  const [low, body, snap, air] = folded;
  const all = Array.from(
    { length: BINS },
    (_, bin) =>
      (low?.[bin] ?? 0) +
      0.5 * (body?.[bin] ?? 0) +
      (snap?.[bin] ?? 0) +
      0.3 * (air?.[bin] ?? 0),
  );
  const least = LEAST_ONSET * Math.max(...all);
  const at = (bin: number) => all[(bin + BINS) % BINS] ?? 0;
  return [...all.keys()].filter(
    (bin) =>
      at(bin) >= least && at(bin) >= at(bin - 1) && at(bin) >= at(bin + 1),
  );
}

/** Moves a time by whole periods to the first one that is not before `earliest`. */
function firstFrom(at: number, earliest: number, period: number): number {
  return at + Math.max(0, Math.ceil((earliest - at) / period)) * period;
}

function musicStartSeconds({ level, framesPerSecond }: Onsets): number {
  const frame = level.findIndex((value) => value > MUSIC_LEVEL);
  return Math.max(0, frame) / framesPerSecond;
}

const OFF_BEATS = [2, 6, 10, 14];
const ODD_STEPS = [1, 3, 5, 7, 9, 11, 13, 15];

/** Returns how much a bar that begins at `bin` is like the bars of beats. */
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
  const octaves = Math.log2(bpm / 100);
  const isFast = bpm > FAST_BPM ? 1 : 0;
  const backbeat = Math.min(snare(4), snare(12));
  const oddHats = sumOf(hat, ODD_STEPS);
  return (
    9.49 * kick(0) -
    10.19 * kick(8) -
    3.93 * sumOf(kick, [4, 12]) +
    6.69 * sumOf(kick, OFF_BEATS) +
    14.88 * chord(0) +
    4.78 * sumOf(chord, OFF_BEATS) +
    18.99 * sumOf(snare, [4, 12]) +
    (3.76 - 48.1 * octaves) * backbeat +
    (16.24 - 13.85 * octaves + 2.34 * isFast) * snare(8) +
    9.22 * sumOf(snare, OFF_BEATS) -
    5.5 * sumOf(snare, ODD_STEPS) +
    (2.07 + 8.07 * isFast) * oddHats +
    13.88 * Math.min(kick(0), snare(8)) +
    39.1 * Math.min(kick(0), backbeat) -
    1.3 * octaves -
    0.62 * octaves ** 2
  );
}

const sumOf = (at: (step: number) => number, steps: readonly number[]) =>
  steps.reduce((sum, step) => sum + at(step), 0);
