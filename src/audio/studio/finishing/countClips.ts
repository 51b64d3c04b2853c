import { CLIPPED_LEVEL, SHORTEST_CLIP } from "../../signal/isClipping";
import type { Stem } from "../../store/stem";

/** `CLIPPED_LEVEL` as a 16-bit sample. */
const CLIPPED_SAMPLE = Math.floor(CLIPPED_LEVEL * 0x8000);
/** Runs of clipped samples within this time of each other count as one place. */
const SAME_PLACE_SECONDS = 0.25;

/** Counts the places where the voice was too loud for the microphone. */
export function countClips({ info, blocks }: Stem): number {
  const apart = SAME_PLACE_SECONDS * info.sampleRate;
  let clips = 0;
  let run = 0;
  let last = -Infinity;
  for (const { startFrame, samples } of blocks) {
    for (let index = 0; index < samples.length; index += 1) {
      run = Math.abs(samples[index] ?? 0) >= CLIPPED_SAMPLE ? run + 1 : 0;
      if (run !== SHORTEST_CLIP) continue;
      if (startFrame + index - last > apart) clips += 1;
      last = startFrame + index;
    }
  }
  return clips;
}
