/**
 * Finds the tempo, the first bar and the key of a beat. The code is our own: the libraries that we
 * measured (`npm run bench -- bars`) hear tempos about as well, but none of them knows where a bar
 * starts. Once bars are found, the tempo is known too.
 */
import type { MusicalKey } from "../../../convex/shared/bars.ts";
import { BEATS_IN_BAR } from "../../../convex/shared/limits.ts";
import { type BarFit, fitBars, isWholeLoop } from "./bars.ts";
import { type Hints, NO_HINTS } from "./hints.ts";
import { findKey } from "./key.ts";
import { detectOnsets, type Onsets } from "./onsets.ts";
import { BEATS_IN_DOTTED_BEAT, findDottedBeat } from "./sixEight.ts";
import { findTempos, type TempoCandidate } from "./tempo.ts";

export interface BeatTempo {
  readonly bpm: number;
  /** Start of the first whole bar, from the start of the file. */
  readonly firstBarMs: number;
  /** Whether the evidence is so strong that it is seldom wrong. */
  readonly isSure: boolean;
  /** In six-eight, the tempo is that of the dotted beats, and two bars count as one. */
  readonly isSixEight: boolean;
}

export interface BeatAnalysis {
  /** Null without a steady tempo, and for silence. */
  readonly tempo: BeatTempo | null;
  /** Whether there is no steady tempo because it changes. */
  readonly isChanging: boolean;
  readonly key: MusicalKey | null;
}

const NOTHING: BeatAnalysis = { tempo: null, isChanging: false, key: null };

/** Longer files are judged by their beginning, which bounds time and memory. */
const MOST_SECONDS = 120;
/** Shorter ones hold no two bars at a usual tempo. */
const LEAST_SECONDS = 2;
/** Share of the sound that repeats at the least steady tempo that is still believed. */
const STEADY = 0.1;
/** Rise of a level that is a hit, and not the ripple of a held note. */
const HIT = 0.1;
/** Fewer hits than in two bars of four make no rhythm. */
const LEAST_HITS = 8;
/** Shorter files are heard several times over, as the app plays them, if they are whole bars. */
const ENOUGH_SECONDS = 20;
/** A tempo this close to a whole number is that number: nearly all beats are made so. */
const WHOLE_BPM = 0.06;
/** Seconds of a bar at one BPM. */
const BAR = 60 * BEATS_IN_BAR;
/** The length of a loop that was cut at a whole or half BPM is this exact. */
const CUT_BPM = 0.02;
/** Of the beats that were measured, 97 % above this were right, and 60 % below. */
const SURE = 0.7;
/** The parts of a file this long can have different tempos. */
const LONG_SECONDS = 16;
/** Tempos that differ by less are one. */
const SAME_SHARE = 0.02;
/** A tempo that the maker states and one that is heard are the same if they differ by less. */
const HINT_SHARE = 0.005;
/** A tempo that repeats less than this share of the strongest is not that of the file. */
const LEAST_SHARE = 0.3;

/**
 * Analyses mono samples. `onProgress` gets the finished share, from 0 to 1, before each step. Hints
 * choose between what is heard; a tempo that is not heard is not believed.
 */
export function analyseBeat(
  samples: Float32Array,
  sampleRate: number,
  onProgress: (share: number) => void = () => undefined,
  hints: Hints = NO_HINTS,
): BeatAnalysis {
  const heard = samples.subarray(0, Math.round(MOST_SECONDS * sampleRate));
  if (heard.length < LEAST_SECONDS * sampleRate || isSilent(heard))
    return NOTHING;
  const seconds = samples.length / sampleRate;
  const once = hear(heard, sampleRate);
  onProgress(0.4);
  const isLoop =
    seconds < ENOUGH_SECONDS &&
    once.tempos.some(({ bpm }) => isWholeLoop(seconds, bpm));
  const repeats = Math.ceil(ENOUGH_SECONDS / seconds);
  const sound = isLoop ? hear(repeated(heard, repeats), sampleRate) : once;
  onProgress(0.7);
  const key = hints.key ?? findKey(heard, sampleRate);
  if (!isRhythm(once)) return { ...NOTHING, key };
  const dotted = findDottedBeat(sound.onsets, sound.tempos);
  const fit = fitBars(
    { ...sound, seconds },
    dotted ? [dotted] : hinted(sound.tempos, hints),
  );
  if (fit === null) return { ...NOTHING, key };
  if (!isSteady(once, fit, dotted !== null))
    return { tempo: null, isChanging: true, key };
  const bpm = agreed(exactBpm(fit, once, seconds), hints);
  const isSixEight = dotted !== null;
  const { firstBarMs, isSure } = rounded(fit);
  const tempo = { bpm, firstBarMs, isSure: isSure && !isSixEight, isSixEight };
  return { tempo, isChanging: false, key };
}

/** The tempo that the maker names, if it is heard at all; otherwise all that are heard. */
function hinted(
  tempos: readonly TempoCandidate[],
  { bpm }: Hints,
): readonly TempoCandidate[] {
  const named = tempos.filter(
    (tempo) => bpm !== null && isNear(tempo.bpm, bpm),
  );
  return named.length > 0 ? named : tempos;
}

const agreed = (heard: number, { bpm }: Hints): number =>
  bpm !== null && Math.abs(heard / bpm - 1) < HINT_SHARE ? bpm : heard;

interface Sound {
  readonly onsets: Onsets;
  /** The onsets of all bands. */
  readonly all: Float32Array;
  readonly tempos: readonly TempoCandidate[];
}

function hear(samples: Float32Array, sampleRate: number): Sound {
  const onsets = detectOnsets(samples, sampleRate);
  const { low, body, snap, air, framesPerSecond } = onsets;
  const all = low.map(
    (strength, frame) =>
      strength + (body[frame] ?? 0) + (snap[frame] ?? 0) + (air[frame] ?? 0),
  );
  return { onsets, all, tempos: findTempos(all, framesPerSecond) };
}

const isRhythm = ({ all, tempos }: Sound) =>
  all.filter((strength) => strength > HIT).length >= LEAST_HITS &&
  tempos.some(({ strength }) => strength >= STEADY);

/**
 * Returns false if one half of a long file does not repeat at this tempo. Dotted beats themselves
 * may be too slow to be listed; their eighths are not.
 */
function isSteady(
  { all, onsets }: Sound,
  { bpm }: BarFit,
  isDotted: boolean,
): boolean {
  const { framesPerSecond } = onsets;
  if (all.length < LONG_SECONDS * framesPerSecond) return true;
  const middle = Math.floor(all.length / 2);
  return [all.subarray(0, middle), all.subarray(middle)].every((half) => {
    const tempos = findTempos(half, framesPerSecond);
    const best = Math.max(0, ...tempos.map(({ strength }) => strength));
    if (best < STEADY) return true;
    return tempos.some(
      (tempo) =>
        (isDotted ? BEATS_IN_DOTTED_BEAT : [1]).some((times) =>
          isNear(tempo.bpm, times * bpm),
        ) && tempo.strength >= LEAST_SHARE * best,
    );
  });
}

const isNear = (one: number, other: number) =>
  Math.abs(one / other - 1) < SAME_SHARE;

function repeated(samples: Float32Array, times: number): Float32Array {
  const all = new Float32Array(times * samples.length);
  for (let time = 0; time < times; time += 1)
    all.set(samples, time * samples.length);
  return all;
}

const rounded = ({ firstBarSeconds, confidence }: BarFit) => ({
  firstBarMs: Math.max(0, Math.round(firstBarSeconds * 1000)),
  isSure: confidence >= SURE,
});

/**
 * A loop that was cut exactly states its tempo by its length. Other files are as exact as they are
 * long; the tempo within them counts, because what an encoder adds at the ends slows the repeats.
 */
function exactBpm({ bpm }: BarFit, once: Sound, seconds: number): number {
  const cut = (BAR * Math.round((seconds * bpm) / BAR)) / seconds;
  const isCut = Math.abs(2 * cut - Math.round(2 * cut)) < CUT_BPM;
  if (isWholeLoop(seconds, bpm) && isCut) return Math.round(2 * cut) / 2;
  const exact = once.tempos.find((tempo) => isNear(tempo.bpm, bpm))?.bpm ?? bpm;
  const whole = Math.round(exact);
  const span = WHOLE_BPM * Math.max(1, ENOUGH_SECONDS / seconds);
  return Math.abs(exact - whole) < span ? whole : Math.round(exact * 100) / 100;
}

const isSilent = (samples: Float32Array) =>
  samples.every((sample) => Math.abs(sample) < 1e-4);
