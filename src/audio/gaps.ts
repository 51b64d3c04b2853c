import { endFrame, firstFrame, readStem, type Stem } from "./stem";

/** No microphone is as silent as this for so long in the middle of a sound. */
const SHORTEST_MS = 2;
/** A few buffers of the system. Longer silence is a pause, or a gate that closes between words. */
const LONGEST_MS = 30;
/** Whoever speaks is louder; in a pause nobody hears a gap. */
const SPEAKING = 0.01;

/**
 * Holes that the system tore into a take when it was too busy: exact silence that begins and ends in the middle of a
 * sound, and frames that were never handed on.
 */
export function countGaps(stem: Stem): number {
  const { sampleRate } = stem.info;
  const from = firstFrame(stem);
  const samples = readStem(stem, from, endFrame(stem) - from);
  const shortest = Math.round((SHORTEST_MS * sampleRate) / 1000);
  const longest = Math.round((LONGEST_MS * sampleRate) / 1000);
  let gaps = 0;
  let zeros = 0;
  for (let index = 0; index < samples.length; index += 1) {
    if (samples[index] === 0) {
      zeros += 1;
      continue;
    }
    const isGap =
      zeros >= shortest &&
      zeros <= longest &&
      isLoud(samples, index - zeros - shortest, index - zeros) &&
      isLoud(samples, index, index + shortest);
    if (isGap) gaps += 1;
    zeros = 0;
  }
  return gaps;
}

function isLoud(samples: Float32Array, from: number, to: number): boolean {
  return samples
    .subarray(Math.max(0, from), to)
    .some((sample) => Math.abs(sample) >= SPEAKING);
}
