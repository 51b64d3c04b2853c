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
  /** Whether the evidence is so strong that this result is seldom wrong. */
  readonly isSure: boolean;
  /** In six-eight, the tempo is that of the dotted beats, and two bars count as one. */
  readonly isSixEight: boolean;
}

export interface BeatAnalysis {
  /** Null if the tempo is not steady or the file is silent. */
  readonly tempo: BeatTempo | null;
  /** True if `tempo` is null because the tempo changes within the file. */
  readonly isChanging: boolean;
  readonly key: MusicalKey | null;
}

const NOTHING: BeatAnalysis = { tempo: null, isChanging: false, key: null };

/** Only this much of a longer file is analysed, which bounds time and memory. */
const MOST_SECONDS = 120;
/** A shorter file does not hold two bars at a usual tempo. */
const LEAST_SECONDS = 2;
/**
 * The least share of the sound that must repeat at a tempo; below it, the tempo is not believed.
 */
const STEADY = 0.1;
/** A level that rises by this much is a hit, not the ripple of a held note. */
const HIT = 0.1;
/** Two bars of four beats have this many hits; fewer make no rhythm. */
const LEAST_HITS = 8;
/**
 * A shorter file that lasts whole bars is analysed several times over, as the app would loop it.
 */
const ENOUGH_SECONDS = 20;
/**
 * A tempo this close to a whole number is taken to be that number, because nearly all beats are
 * made at one.
 */
const WHOLE_BPM = 0.06;
/** Seconds of a bar at one BPM. */
const BAR = 60 * BEATS_IN_BAR;
/**
 * A loop cut at a whole or half BPM has that tempo to within this many BPM, judged by its length.
 */
const CUT_BPM = 0.02;
/** Of the measured beats with a confidence above this, 97 % were right; below it, 60 %. */
const SURE = 0.7;
/** In a file at least this long, parts can have different tempos. */
const LONG_SECONDS = 16;
/** Tempos that differ by a smaller share are the same. */
const SAME_SHARE = 0.02;
/** A stated tempo and a heard one are the same if they differ by a smaller share. */
const HINT_SHARE = 0.005;
/**
 * A tempo at which less of the sound repeats than this share of what the strongest tempo reaches is
 * not the file's tempo.
 */
const LEAST_SHARE = 0.3;

/**
 * Analyses mono samples. `onProgress` gets the finished share, from 0 to 1, before each step. Hints
 * only choose between tempos that were heard in the file.
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

/** Returns the tempo that the maker names if it was heard, and all heard tempos otherwise. */
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
 * Returns false if one half of a long file does not repeat at this tempo. A dotted beat may be too
 * slow to be among the tempos, but its eighths are not.
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
 * The length of an exactly cut loop gives its exact tempo. For any other file, the tempo is that of
 * one pass: in a repeated file, what an encoder adds at the ends slows it.
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
