/** Detects the tempo of a sound, for tests of code that plays it. */
import { highPass, SAMPLE_RATE } from "./sound.ts";

const FRAME = 256;

/**
 * Returns how much louder each frame is than the previous one, ignoring low
 * frequencies.
 */
export function onsetStrengths(samples: Float32Array): Float32Array {
  const bright = highPass(samples.slice(), 2_000);
  const levels = Float32Array.from(
    { length: Math.floor(bright.length / FRAME) },
    (_, frame) =>
      bright
        .subarray(frame * FRAME, (frame + 1) * FRAME)
        .reduce((sum, sample) => sum + sample * sample, 0),
  );
  return levels.map((level, frame) =>
    Math.max(0, Math.sqrt(level) - Math.sqrt(levels[frame - 1] ?? 0)),
  );
}

/**
 * Returns how well the onsets keep to a tempo, from 0 to 1, on a grid of
 * `perBeat` positions per beat. Each onset is placed on a circle that turns
 * once per grid position: onsets on the grid meet at the top, all others cancel
 * each other out.
 */
export function tempoLock(
  strengths: Float32Array,
  bpm: number,
  perBeat: number,
): number {
  const turnFrames = (60 / bpm / perBeat) * (SAMPLE_RATE / FRAME);
  let onGrid = 0;
  let total = 0;
  strengths.forEach((strength, frame) => {
    onGrid += strength * Math.cos((2 * Math.PI * (frame + 0.5)) / turnFrames);
    total += strength;
  });
  return Math.max(0, onGrid) / total;
}
