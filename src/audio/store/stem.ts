import type { CaptureLevels } from "../signal/captureLevels";
import type { DevicePair } from "../delay/delayBook";
import type { BeatLoop } from "../signal/beatLoop";
import { cutFrames, type FrameBlock } from "../signal/frameBlock";

/** How a stem lines up with its beat. */
export interface StemInfo {
  readonly sampleRate: number;
  /** Frame at which the performer heard the beat start. */
  readonly beatStartFrame: number;
  /** Position on the beat at that frame, counted through all loops; 0 if absent. */
  readonly beatFromSeconds?: number;
  /** The part of the beat's file that repeated; all of it if absent. */
  readonly loop?: BeatLoop;
  readonly beatDelaySeconds: number;
  readonly voiceDelaySeconds: number;
  readonly pair: DevicePair | null;
  /** The manual correction at the time, already included in the delays above. */
  readonly correctionMs: number;
}

/** A block of the voice in 16 bits, which are enough for a microphone and take half the space. */
export interface StemBlock extends FrameBlock<Int16Array> {
  /** The levels at the time the block was captured. The samples are not scaled by them. */
  readonly levels: CaptureLevels;
}

/** The unprocessed voice track of a take, recorded next to its mix. */
export interface Stem {
  readonly info: StemInfo;
  /** In frame order; at least one. Frames may be missing between blocks. */
  readonly blocks: readonly StemBlock[];
}

const FULL_SCALE = 32_767;

export function packSamples(samples: Float32Array): Int16Array {
  // A plain loop, because `Int16Array.from` with a callback takes ten times as long, on the page
  // that records.
  const packed = new Int16Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) {
    const sample = Math.max(-1, Math.min(1, samples[index] ?? 0));
    packed[index] = Math.round(sample * FULL_SCALE);
  }
  return packed;
}

export function firstFrame(stem: Stem): number {
  return stem.blocks[0]?.startFrame ?? 0;
}

export function endFrame(stem: Stem): number {
  const last = stem.blocks.at(-1);
  return last ? last.startFrame + last.samples.length : 0;
}

/**
 * How much of a take's end may be missing from its stem: take and stem are each stored about once a
 * second.
 */
const MAX_MISSING_MS = 3_000;

/**
 * Returns true if the stem reaches the end of its take. Mixing a shorter stem would cut the take
 * off.
 */
export function coversTake(stem: Stem, durationMs: number): boolean {
  const { beatStartFrame, sampleRate } = stem.info;
  const endMs = ((endFrame(stem) - beatStartFrame) / sampleRate) * 1000;
  return endMs >= durationMs - MAX_MISSING_MS;
}

/** Reads `length` frames from frame `from` as samples from -1 to 1. Missing frames are silent. */
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
