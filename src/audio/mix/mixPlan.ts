import type { CaptureLevels } from "../signal/captureLevels";
import { MAX_VERSE_MS } from "../../../convex/shared/limits";
import { DEFAULT_VOICE_SOUND } from "./voiceSound";
import type { VoiceMix, VoiceSound } from "../store/voiceMix";
import { endFrame, firstFrame, type Stem } from "../store/stem";

export const AS_RECORDED: VoiceMix = { timingMs: 0, voice: 1 };

export function soundOf({ sound }: VoiceMix): VoiceSound {
  return sound ?? DEFAULT_VOICE_SOUND;
}

export const beatLevelOf = ({ beat = 1 }: VoiceMix): number => beat;

export function isAsRecorded(mix: VoiceMix): boolean {
  return (
    mix.timingMs === AS_RECORDED.timingMs &&
    mix.voice === AS_RECORDED.voice &&
    beatLevelOf(mix) === 1 &&
    soundOf(mix) === DEFAULT_VOICE_SOUND
  );
}

export interface LevelChange {
  readonly atSeconds: number;
  readonly level: number;
}

/**
 * When each part of a mix plays. Times are seconds from the start of the mix, the moment at which
 * the performer first heard the beat.
 */
export interface MixPlan {
  readonly beatAtSeconds: number;
  /** Position on the beat at `beatAtSeconds`, counted through all loops. */
  readonly beatFromSeconds: number;
  /**
   * Position of the stem's first frame. If it is negative, the beginning of the stem is not heard.
   */
  readonly voiceAtSeconds: number;
  readonly lengthSeconds: number;
  /** In chronological order. The first one also applies before its time. */
  readonly voiceLevels: readonly LevelChange[];
  readonly beatLevels: readonly LevelChange[];
}

/**
 * Plans the mix of a take whose voice is moved by `timingMs`, on top of the delays of the take
 * itself.
 */
export function planMix(stem: Stem, timingMs: number): MixPlan {
  const { sampleRate, beatStartFrame, beatDelaySeconds, voiceDelaySeconds } =
    stem.info;
  const moved = voiceDelaySeconds + timingMs / 1000;
  const secondsOf = (frame: number) => (frame - beatStartFrame) / sampleRate;
  const recordedSeconds = secondsOf(endFrame(stem));
  return {
    beatAtSeconds: beatDelaySeconds,
    beatFromSeconds: stem.info.beatFromSeconds ?? 0,
    voiceAtSeconds: secondsOf(firstFrame(stem)) + moved,
    // Moving the voice later makes the mix longer, but never longer than the maximum length of a
    // verse.
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
