/** Makes stems with known samples, for tests that measure how they are changed. */
import { packSamples, type Stem, type StemInfo } from "../audio/store/stem";

export interface VoiceOptions extends Partial<StemInfo> {
  /** Length of the recording, from the start of the beat. */
  readonly seconds: number;
  /** Returns the sample, from -1 to 1, at a time in seconds since the start of the beat. */
  readonly sound: (seconds: number) => number;
  /** Length of the silence that was recorded before the beat started. */
  readonly leadSeconds?: number;
}

const LEVELS = { voice: 1, beat: 0.7 };

/** A stem in blocks of one second. */
export function makeVoice(options: VoiceOptions): Stem {
  const { seconds, sound, leadSeconds = 0.5, ...changes } = options;
  const info: StemInfo = {
    sampleRate: 48_000,
    beatStartFrame: 100_000,
    beatDelaySeconds: 0,
    voiceDelaySeconds: 0,
    pair: null,
    correctionMs: 0,
    ...changes,
  };
  const { sampleRate, beatStartFrame } = info;
  const first = beatStartFrame - Math.round(leadSeconds * sampleRate);
  const end = beatStartFrame + Math.round(seconds * sampleRate);
  const blocks: Stem["blocks"][number][] = [];
  for (let frame = first; frame < end; frame += sampleRate) {
    const length = Math.min(sampleRate, end - frame);
    const samples = Float32Array.from({ length }, (_, index) => {
      const at = (frame + index - beatStartFrame) / sampleRate;
      return at < 0 ? 0 : sound(at);
    });
    const packed = packSamples(samples);
    blocks.push({ startFrame: frame, samples: packed, levels: LEVELS });
  }
  return { info, blocks };
}

export const tone =
  (hertz: number, level = 0.5) =>
  (seconds: number): number =>
    level * Math.sin(2 * Math.PI * hertz * seconds);

/** Noise that is the same each time. */
export function noise(seed: number, level = 0.5): (seconds: number) => number {
  return (seconds) => {
    const x = Math.sin((seconds * 48_000 + seed) * 12.9898) * 43_758.5453;
    return level * (2 * (x - Math.floor(x)) - 1);
  };
}
