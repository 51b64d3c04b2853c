import { UNCHANGED_LEVELS } from "../signal/captureLevels";
import { resample, RESAMPLE_REACH } from "../signal/resample";
import {
  packSamples,
  readStem,
  type Stem,
  type StemBlock,
} from "../store/stem";
import type { JointPlan } from "./punchPlan";

/**
 * Returns the stem of a take with part of it replaced by a new recording. The new voice fades in
 * after `fromFrame` and out before `toFrame`, so every sample outside stays as it is. Levels stay
 * those of the take. Neither stem is changed.
 */
export function joinVoices(old: Stem, fresh: Stem, joint: JointPlan): Stem {
  const { fromFrame, toFrame, fadeFrames } = joint;
  const length = toFrame - fromFrame;
  const samples = readFresh(fresh, old.info.sampleRate, joint);
  const head = readStem(old, fromFrame, fadeFrames);
  const tail = readStem(old, toFrame - fadeFrames, fadeFrames);
  for (let index = 0; index < fadeFrames; index += 1) {
    // Equal power: the two voices do not sound alike, so their powers add up.
    const angle = ((index + 0.5) / fadeFrames) * (Math.PI / 2);
    const [rising, falling] = [Math.sin(angle), Math.cos(angle)];
    const last = length - fadeFrames + index;
    samples[index] =
      rising * (samples[index] ?? 0) + falling * (head[index] ?? 0);
    samples[last] =
      falling * (samples[last] ?? 0) + rising * (tail[index] ?? 0);
  }
  const blocks = [...replaced(old.blocks, fromFrame, packSamples(samples))];
  return { info: old.info, blocks };
}

/** Returns the new voice at the take's sample rate. */
function readFresh(
  fresh: Stem,
  toRate: number,
  { fromFrame, toFrame, freshFrame }: JointPlan,
): Float32Array<ArrayBuffer> {
  const length = toFrame - fromFrame;
  const fromRate = fresh.info.sampleRate;
  if (fromRate === toRate) return readStem(fresh, freshFrame, length);
  const needed = Math.ceil((length * fromRate) / toRate) + 2 * RESAMPLE_REACH;
  const samples = readStem(fresh, freshFrame - RESAMPLE_REACH, needed + 1);
  return resample(samples, { fromRate, toRate }, length);
}

/**
 * Returns the blocks with these samples written over them, starting at frame `from`. Samples
 * outside all blocks get blocks of their own.
 */
function* replaced(
  blocks: readonly StemBlock[],
  from: number,
  samples: Int16Array,
): Generator<StemBlock> {
  const end = from + samples.length;
  let at = from;
  let levels = blocks[0]?.levels ?? UNCHANGED_LEVELS;
  const part = (to: number) => samples.slice(at - from, to - from);
  for (const block of blocks) {
    const gapEnd = Math.min(end, block.startFrame);
    if (gapEnd > at) {
      yield { startFrame: at, samples: part(gapEnd), levels };
      at = gapEnd;
    }
    const sharedEnd = Math.min(end, block.startFrame + block.samples.length);
    if (sharedEnd > at) {
      const copy = block.samples.slice();
      copy.set(part(sharedEnd), at - block.startFrame);
      yield { ...block, samples: copy };
      at = sharedEnd;
    } else yield block;
    levels = block.levels;
  }
  if (at < end) yield { startFrame: at, samples: part(end), levels };
}
