/** Size of the shift register. A burst has 2^15 − 1 samples: 0.7 s at 48 kHz. */
const ORDER = 15;
/** A quarter of full scale, or −12 dB: comfortable to hear and well above room noise. */
const AMPLITUDE = 0.25;

export const BURST_LENGTH = 2 ** ORDER - 1;

/**
 * Makes a maximum-length sequence: noise that correlates with itself only at lag zero, so its
 * position in a recording can be found to the sample, even if it is quiet, clipped or followed by
 * an echo. Every call returns the same sequence.
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
