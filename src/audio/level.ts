/** Below this a meter shows nothing; 0 dB is full scale. */
const FLOOR_DECIBELS = -60;

/** The loudness of a block of samples as a share of the meter, 0 to 1, on a decibel scale as on a mixing desk. */
export function meterLevel(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const rms = Math.sqrt(sum / samples.length);
  if (rms === 0) return 0;
  const decibels = 20 * Math.log10(rms);
  return Math.min(1, Math.max(0, 1 - decibels / FLOOR_DECIBELS));
}
