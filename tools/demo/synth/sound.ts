export const SAMPLE_RATE = 44_100;

/** -1 dB, which leaves headroom for resampling in players. */
const PEAK = 0.89;

export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export function silence(seconds: number): Float32Array {
  return new Float32Array(Math.round(seconds * SAMPLE_RATE));
}

/** Creates a sound from a function of the time in seconds. */
export function shape(
  seconds: number,
  sampleAt: (time: number) => number,
): Float32Array {
  const sound = silence(seconds);
  for (let i = 0; i < sound.length; i += 1)
    sound[i] = sampleAt(i / SAMPLE_RATE);
  return sound;
}

/**
 * Attenuates frequencies above `hz`, gently, in place. Returns the same array.
 */
export function lowPass(sound: Float32Array, hz: number): Float32Array {
  const weight = 1 - Math.exp((-2 * Math.PI * hz) / SAMPLE_RATE);
  let value = 0;
  for (let i = 0; i < sound.length; i += 1) {
    value += weight * ((sound[i] ?? 0) - value);
    sound[i] = value;
  }
  return sound;
}

/**
 * Attenuates frequencies below `hz`, gently, in place. Returns the same array.
 */
export function highPass(sound: Float32Array, hz: number): Float32Array {
  const low = lowPass(sound.slice(), hz);
  for (let i = 0; i < sound.length; i += 1)
    sound[i] = (sound[i] ?? 0) - (low[i] ?? 0);
  return sound;
}

/**
 * Scales all channels in place by the same factor, so that the loudest sample
 * is at -1 dB.
 */
export function normalise(channels: readonly Float32Array[]): void {
  let top = 0;
  for (const channel of channels)
    for (const sample of channel) top = Math.max(top, Math.abs(sample));
  if (top === 0) return;
  for (const channel of channels)
    for (let i = 0; i < channel.length; i += 1)
      channel[i] = ((channel[i] ?? 0) / top) * PEAK;
}
