import { endFrame, firstFrame, readStem, type Stem } from "../../store/stem";

/** In the middle of a sound, no microphone delivers exact silence for this long. */
const SHORTEST_MS = 2;
/**
 * The length of a few system buffers. Longer silence is a pause, or a noise gate that closes
 * between words.
 */
const LONGEST_MS = 30;
/** Speech is louder than this amplitude. Dropouts in quieter sound are inaudible. */
const SPEAKING = 0.01;

/**
 * Counts the gaps that a busy system has left in a take: stretches of exact silence in the middle
 * of a sound, and frames that were never delivered.
 */
export function countDropouts(stem: Stem): number {
  const { sampleRate } = stem.info;
  const from = firstFrame(stem);
  const samples = readStem(stem, from, endFrame(stem) - from);
  const shortest = Math.round((SHORTEST_MS * sampleRate) / 1000);
  const longest = Math.round((LONGEST_MS * sampleRate) / 1000);
  let dropouts = 0;
  let zeros = 0;
  for (let index = 0; index < samples.length; index += 1) {
    if (samples[index] === 0) {
      zeros += 1;
      continue;
    }
    const isDropout =
      zeros >= shortest &&
      zeros <= longest &&
      isLoud(samples, index - zeros - shortest, index - zeros) &&
      isLoud(samples, index, index + shortest);
    if (isDropout) dropouts += 1;
    zeros = 0;
  }
  return dropouts;
}

function isLoud(samples: Float32Array, from: number, to: number): boolean {
  return samples
    .subarray(Math.max(0, from), to)
    .some((sample) => Math.abs(sample) >= SPEAKING);
}
