import type { BeatPlan } from "./grid.ts";
import { normalise, type Stereo } from "./sound.ts";
import { renderVoice } from "./renderVoice.ts";

/** How many times the beat loops under a verse. */
export const TURNS = 2;
const BEAT_GAIN = 0.45;
const VOICE_GAIN = 0.8;

/**
 * Renders a voice over its beat, mixed to one channel, like the complete mix
 * that the recorder uploads.
 */
export function renderVerse(
  plan: BeatPlan,
  beat: Stereo,
  seed: number,
): Float32Array {
  const voice = renderVoice(plan, seed, TURNS);
  normalise([voice]);
  const mix = new Float32Array(voice.length);
  const loopLength = beat.left.length;
  for (let i = 0; i < mix.length; i += 1) {
    const at = i % loopLength;
    const under = ((beat.left[at] ?? 0) + (beat.right[at] ?? 0)) / 2;
    mix[i] = under * BEAT_GAIN + (voice[i] ?? 0) * VOICE_GAIN;
  }
  normalise([mix]);
  return mix;
}
