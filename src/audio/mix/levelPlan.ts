import { STEP_SECONDS, loudnessOfSteps } from "../loudness/gating";
import { gainOf, type Loudness } from "../loudness/loudness";
import {
  type CaptureLevels,
  DEFAULT_BEAT_LEVEL,
} from "../signal/captureLevels";
import type { LevelChange, MixPlan } from "./mixPlan";
import { CHAIN_LUFS } from "./voiceSound";

/** Loudness of every published mix. */
export const MIX_LUFS = -14;
/**
 * True peak of a mix before it is encoded. Opus adds up to 1.7 dB, and the published file must not
 * exceed -1 dBTP.
 */
export const MIX_CEILING_DBTP = -3;
/** How much louder than the beat the voice is before the performer moves a slider. */
const VOICE_OVER_BEAT_LU = 2;
/** The voice is amplified by at most this much, because a take without a voice holds only noise. */
const MAX_VOICE_GAIN_DB = 30;
const MIN_VOICE_GAIN_DB = -30;
/** The most by which the whole mix is amplified. */
const MAX_MASTER_GAIN_DB = 36;
/** A mix that loses more than this to the limiter stays quieter: more gain would only distort it. */
const MAX_CORRECTION_DB = 6;
/**
 * The gain added for each dB that a mix is too quiet. When the limiter holds a mix, it takes back
 * between a tenth and two thirds of an added gain.
 */
const GAIN_PER_MISSING_DB = 1.5;
/** If a peak is this close to the ceiling, the limiter held it. */
const HELD_WITHIN_DB = 0.1;

/** K-weighted power of each 100 ms of the parts of a mix, as two speakers play them. */
export interface PartPowers {
  /** Starts at the first frame of the stem. */
  readonly voice: readonly number[];
  /** Covers one pass of the beat's loop. */
  readonly beat: readonly number[];
}

/** The gains that a mix applies on top of the levels of its take. */
export interface MixLevels {
  /** Brings the voice to `CHAIN_LUFS`. */
  readonly voiceIn: number;
  /** Applied after the effects; brings the voice to its level against the beat. */
  readonly voiceOut: number;
  /** Brings the mix to `MIX_LUFS`. */
  readonly master: number;
}

/**
 * Plans the gains of a mix from how loud its parts are. `chosen` are the levels that the performer
 * has chosen; see `VoiceMix`. The result is near -14 LUFS before peaks are limited.
 */
export function planLevels(
  plan: MixPlan,
  powers: PartPowers,
  chosen: CaptureLevels,
): MixLevels {
  const beat = heardBeat(plan, powers.beat);
  const voiceLufs = loudnessOfSteps(powers.voice);
  const beatLufs = loudnessOfSteps(beat);
  const voiceGain = gainOf(voiceGainDb(voiceLufs, beatLufs));
  const voiceIn = voiceLufs === null ? 1 : gainOf(CHAIN_LUFS - voiceLufs);
  const mixed = mixedPowers(plan, powers.voice, beat, {
    voice: voiceGain * chosen.voice,
    beat: chosen.beat,
  });
  const mixLufs = loudnessOfSteps(mixed);
  const masterDb = mixLufs === null ? 0 : MIX_LUFS - mixLufs;
  return {
    voiceIn,
    voiceOut: voiceGain / voiceIn,
    master: gainOf(clamp(masterDb, -MAX_MASTER_GAIN_DB, MAX_MASTER_GAIN_DB)),
  };
}

/** Returns the gain that brings a mix to `MIX_LUFS`, given its loudness after the limiter. */
export function correction({ lufs, truePeakDbtp }: Loudness): number {
  if (lufs === null) return 1;
  const missingDb = MIX_LUFS - lufs;
  const isHeld = truePeakDbtp > MIX_CEILING_DBTP - HELD_WITHIN_DB;
  const perDb = isHeld && missingDb > 0 ? GAIN_PER_MISSING_DB : 1;
  return gainOf(Math.min(MAX_CORRECTION_DB, perDb * missingDb));
}

function voiceGainDb(voice: number | null, beat: number | null): number {
  if (voice === null || beat === null) return 0;
  const atStart = beat + 20 * Math.log10(DEFAULT_BEAT_LEVEL);
  const gain = atStart + VOICE_OVER_BEAT_LU - voice;
  return clamp(gain, MIN_VOICE_GAIN_DB, MAX_VOICE_GAIN_DB);
}

/** The powers of the looping beat for the whole length of the mix. */
function heardBeat(plan: MixPlan, beat: readonly number[]): number[] {
  const { beatAtSeconds, beatFromSeconds } = plan;
  const from = Math.round(beatFromSeconds / STEP_SECONDS);
  return stepsOf(plan).map((seconds) => {
    const step = Math.round((seconds - beatAtSeconds) / STEP_SECONDS);
    return step < 0 ? 0 : (beat[(from + step) % beat.length] ?? 0);
  });
}

function mixedPowers(
  plan: MixPlan,
  voice: readonly number[],
  beat: readonly number[],
  gains: CaptureLevels,
): number[] {
  const voiceLevelAt = levelReader(plan.voiceLevels);
  const beatLevelAt = levelReader(plan.beatLevels);
  return stepsOf(plan).map((seconds, index) => {
    const step = Math.round((seconds - plan.voiceAtSeconds) / STEP_SECONDS);
    const voiceLevel = gains.voice * voiceLevelAt(seconds);
    const beatLevel = gains.beat * beatLevelAt(seconds);
    return (
      (voice[step] ?? 0) * voiceLevel ** 2 + (beat[index] ?? 0) * beatLevel ** 2
    );
  });
}

/** The start of each whole step of the mix. */
function stepsOf({ lengthSeconds }: MixPlan): number[] {
  const length = Math.max(0, Math.floor(lengthSeconds / STEP_SECONDS));
  return Array.from({ length }, (_, index) => index * STEP_SECONDS);
}

/** Returns a function that reads the level at times that never go back. */
function levelReader(
  changes: readonly LevelChange[],
): (seconds: number) => number {
  let at = 0;
  return (seconds) => {
    for (let next = changes[at + 1]; next; next = changes[at + 1]) {
      if (next.atSeconds > seconds) break;
      at += 1;
    }
    return changes[at]?.level ?? 1;
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
