import type { Stem } from "../../store/stem";

/**
 * RMS level, in 16-bit units, of a stretch at -60 dB. Words are louder, even far from a microphone.
 */
const QUIET = 0.001 * 0x8000;
const STRETCH_SECONDS = 0.025;
/** Length of the shortest word. The click of a switch is shorter. */
const SHORTEST_SECONDS = 0.1;

/** Returns whether the voice track holds no voice, only noise and clicks. */
export function isVoiceless({ info, blocks }: Stem): boolean {
  const stretch = Math.round(STRETCH_SECONDS * info.sampleRate);
  let loudSeconds = 0;
  for (const { samples } of blocks) {
    for (let from = 0; from < samples.length; from += stretch) {
      const part = samples.subarray(from, from + stretch);
      if (rms(part) >= QUIET) loudSeconds += part.length / info.sampleRate;
    }
  }
  return loudSeconds < SHORTEST_SECONDS;
}

function rms(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}
