import { ANALYSIS_RATE } from "./audio.ts";
import { silentWav } from "./silentWav.ts";

const BURST_SECONDS = 2;
const WAV_RATE = 44_100;
const WAV_HEADER = 44;
const FRAME_BYTES = 4;
const LOUD = 0.3;

/**
 * Returns two seconds of noise. The noise is always the same and can be located to the millisecond.
 */
export function burst(): Float32Array {
  let state = 1;
  return Float32Array.from({ length: BURST_SECONDS * ANALYSIS_RATE }, () => {
    state = (state * 48_271) % 0x7f_ff_ff_ff;
    return LOUD * ((2 * state) / 0x7f_ff_ff_ff - 1);
  });
}

/** A WAV file that begins with the burst and is silent after it. */
export function noiseWav(durationMs: number): Buffer {
  const frames = Math.round((durationMs * WAV_RATE) / 1000);
  const file = silentWav(WAV_HEADER + frames * FRAME_BYTES);
  const noise = burst();
  const length = Math.min(frames, BURST_SECONDS * WAV_RATE - 1);
  for (let frame = 0; frame < length; frame += 1) {
    const sample = noise[Math.floor((frame * ANALYSIS_RATE) / WAV_RATE)] ?? 0;
    const value = Math.round(sample * 0x7f_ff);
    const at = WAV_HEADER + frame * FRAME_BYTES;
    file.writeInt16LE(value, at);
    file.writeInt16LE(value, at + 2);
  }
  return file;
}
