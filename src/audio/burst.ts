/** Two to the power of this, less one, is the length of a burst: 0.7 s at 48 kHz. */
const ORDER = 15;
/** A quarter of full scale: 12 dB below it, not unpleasant on an ear and well above a room. */
const AMPLITUDE = 0.25;

export const BURST_LENGTH = 2 ** ORDER - 1;

/**
 * A maximum-length sequence: noise that resembles itself at no other moment, so that its place in a recording can be
 * found to the sample even where it is quiet, clipped or followed by an echo.
 */
export function makeBurst(): Float32Array<ArrayBuffer> {
  const burst = new Float32Array(BURST_LENGTH);
  let register = 1;
  for (let index = 0; index < BURST_LENGTH; index += 1) {
    burst[index] = register & 1 ? AMPLITUDE : -AMPLITUDE;
    const feedback = (register ^ (register >> 1)) & 1;
    register = (register >> 1) | (feedback << (ORDER - 1));
  }
  return burst;
}
