/** Level that the meter shows as 0, relative to full scale. */
const FLOOR_DECIBELS = -60;

/**
 * The RMS level of a block of samples on a decibel scale: 0 at -60 dB or below, 1 at full scale.
 */
export function meterLevel(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const rms = Math.sqrt(sum / samples.length);
  if (rms === 0) return 0;
  const decibels = 20 * Math.log10(rms);
  return Math.min(1, Math.max(0, 1 - decibels / FLOOR_DECIBELS));
}
