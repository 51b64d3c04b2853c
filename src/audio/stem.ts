import type { CaptureLevels } from "./captureGraph";
import type { DevicePair } from "./delayBook";
import { cutFrames, type FrameBlock } from "./frameBlock";

/** Where a stem belongs. */
export interface StemInfo {
  readonly sampleRate: number;
  /** The frame at which the performer's beat began. */
  readonly beatStartFrame: number;
  readonly beatDelaySeconds: number;
  readonly voiceDelaySeconds: number;
  readonly pair: DevicePair | null;
  /** What had been moved by ear before, and is part of the delays above. */
  readonly correctionMs: number;
}

/** 16 bits hold all that a microphone gives, in half the room. */
export interface StemBlock extends FrameBlock<Int16Array> {
  /** As they stood when the block was captured. */
  readonly levels: CaptureLevels;
}

/** The voice alone, untouched, beside the mix that was recorded. */
export interface Stem {
  readonly info: StemInfo;
  /** In the order of their frames, at least one. */
  readonly blocks: readonly StemBlock[];
}

const FULL_SCALE = 32_767;

export function packSamples(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) =>
    Math.round(Math.max(-1, Math.min(1, sample)) * FULL_SCALE),
  );
}

export function firstFrame(stem: Stem): number {
  return stem.blocks[0]?.startFrame ?? 0;
}

export function endFrame(stem: Stem): number {
  const last = stem.blocks.at(-1);
  return last ? last.startFrame + last.samples.length : 0;
}

export function readStem(
  stem: Stem,
  from: number,
  length: number,
): Float32Array<ArrayBuffer> {
  const samples = cutFrames(stem.blocks, from, length);
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = (samples[index] ?? 0) / FULL_SCALE;
  }
  return samples;
}
