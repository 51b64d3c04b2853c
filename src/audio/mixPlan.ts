import { MAX_VERSE_MS } from "../../convex/shared/limits";
import type { CaptureLevels } from "./captureGraph";
import { endFrame, firstFrame, type Stem } from "./stem";

/** What a person changes about the voice after the take. */
export interface VoiceMix {
  /** Above zero the voice is later. */
  readonly timingMs: number;
  /** A share of the level it was recorded with. */
  readonly voice: number;
}

export const AS_RECORDED: VoiceMix = { timingMs: 0, voice: 1 };

export function isAsRecorded({ timingMs, voice }: VoiceMix): boolean {
  return timingMs === AS_RECORDED.timingMs && voice === AS_RECORDED.voice;
}

export interface LevelChange {
  readonly atSeconds: number;
  readonly level: number;
}

/** Seconds of the mix, which begins when the performer began to hear the beat. */
export interface MixPlan {
  readonly beatAtSeconds: number;
  /** Where the stem's first frame belongs; below zero its beginning is not heard. */
  readonly voiceAtSeconds: number;
  readonly lengthSeconds: number;
  /** In order of time, the first from the beginning on. */
  readonly voiceLevels: readonly LevelChange[];
  readonly beatLevels: readonly LevelChange[];
}

export function planMix(stem: Stem, timingMs: number): MixPlan {
  const { sampleRate, beatStartFrame, beatDelaySeconds, voiceDelaySeconds } =
    stem.info;
  const moved = voiceDelaySeconds + timingMs / 1000;
  const secondsOf = (frame: number) => (frame - beatStartFrame) / sampleRate;
  const recordedSeconds = secondsOf(endFrame(stem));
  return {
    beatAtSeconds: beatDelaySeconds,
    voiceAtSeconds: secondsOf(firstFrame(stem)) + moved,
    // A voice that is moved later may last longer, but no longer than a verse may be.
    lengthSeconds: Math.max(
      recordedSeconds,
      Math.min(recordedSeconds + moved, MAX_VERSE_MS / 1000),
    ),
    voiceLevels: levelChanges(
      stem,
      "voice",
      (frame) => secondsOf(frame) + moved,
    ),
    beatLevels: levelChanges(
      stem,
      "beat",
      (frame) => secondsOf(frame) + beatDelaySeconds,
    ),
  };
}

function levelChanges(
  { blocks }: Stem,
  part: keyof CaptureLevels,
  secondsOf: (frame: number) => number,
): LevelChange[] {
  const changes: LevelChange[] = [];
  for (const { startFrame, levels } of blocks) {
    const level = levels[part];
    if (changes.at(-1)?.level === level) continue;
    changes.push({ atSeconds: secondsOf(startFrame), level });
  }
  return changes;
}
