/**
 * Finds the tempo, the first bar and the key of a beat. The code is our own: the libraries that we
 * measured (`npm run bench -- bars`) hear tempos about as well, but none of them knows where a bar
 * starts. Once bars are found, the tempo is known too.
 */
import type { MusicalKey } from "../../../convex/shared/bars.ts";
import { fitBars } from "./bars.ts";
import { findKey } from "./key.ts";
import { detectOnsets, type Onsets } from "./onsets.ts";
import { findTempos } from "./tempo.ts";

export interface BeatTempo {
  readonly bpm: number;
  /** Start of the first whole bar, from the start of the file. */
  readonly firstBarMs: number;
}

export interface BeatAnalysis {
  /** Null without a steady tempo, and for silence. */
  readonly tempo: BeatTempo | null;
  readonly key: MusicalKey | null;
}

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
/** A tempo this close to a whole number is that number: so are nearly all beats made. */
const WHOLE_BPM = 0.06;

/**
 * Analyses mono samples. `onProgress` gets the finished share, from 0 to 1, before each step.
 */
export function analyseBeat(
  samples: Float32Array,
  sampleRate: number,
  onProgress: (share: number) => void = () => undefined,
): BeatAnalysis {
  const heard = samples.subarray(0, Math.round(MOST_SECONDS * sampleRate));
  if (heard.length < LEAST_SECONDS * sampleRate || isSilent(heard))
    return { tempo: null, key: null };
  const onsets = detectOnsets(heard, sampleRate);
  onProgress(0.4);
  const tempo = findTempo(onsets);
  onProgress(0.7);
  return { tempo, key: findKey(heard, sampleRate) };
}

function findTempo(onsets: Onsets): BeatTempo | null {
  const { low, body, snap, air, framesPerSecond } = onsets;
  const all = low.map(
    (strength, frame) =>
      strength + (body[frame] ?? 0) + (snap[frame] ?? 0) + (air[frame] ?? 0),
  );
  if (all.filter((strength) => strength > HIT).length < LEAST_HITS) return null;
  const candidates = findTempos(all, framesPerSecond);
  if (!candidates.some(({ strength }) => strength >= STEADY)) return null;
  const fit = fitBars(onsets, candidates);
  return (
    fit && {
      bpm: roundedBpm(fit.bpm),
      firstBarMs: Math.max(0, Math.round(fit.firstBarSeconds * 1000)),
    }
  );
}

function roundedBpm(bpm: number): number {
  const whole = Math.round(bpm);
  return Math.abs(bpm - whole) < WHOLE_BPM
    ? whole
    : Math.round(bpm * 100) / 100;
}

const isSilent = (samples: Float32Array) =>
  samples.every((sample) => Math.abs(sample) < 1e-4);
