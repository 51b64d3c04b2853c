/** Hears the tempo of a sound, for the tests of what plays it. */
import { highPass, SAMPLE_RATE } from "./sound.ts";

const FRAME = 256;

/** How much louder each frame is than the one before, low tones left out. */
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
 * From 0 to 1: how well the onsets keep to a tempo, `perBeat` places to a
 * beat. All onsets are wound around a clock that turns once from place to
 * place; those on the grid meet at its top, any others cancel each other out.
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
