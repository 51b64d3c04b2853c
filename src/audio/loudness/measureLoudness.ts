import type { Loudness } from "./loudness.ts";
import { LoudnessMeter } from "./loudnessMeter.ts";

/**
 * Measures a whole sound; see `LoudnessMeter` for a sound that arrives in parts. A file with one
 * channel plays from two speakers and is therefore 3 LU louder than the standard counts it: pass
 * `asHeard(channels)` to compare files with each other.
 */
export function measureLoudness(
  channels: readonly Float32Array[],
  sampleRateHz: number,
): Loudness {
  const meter = new LoudnessMeter(channels.length, sampleRateHz);
  meter.add(channels);
  return meter.result();
}

/** The channels as two speakers play them: a single one comes from both. */
export function asHeard<Samples extends Float32Array>(
  channels: readonly Samples[],
): readonly Samples[] {
  const [only] = channels;
  return only && channels.length === 1 ? [only, only] : channels;
}
