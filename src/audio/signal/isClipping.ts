/** An overdriven converter stays at full scale or just below it. */
export const CLIPPED_LEVEL = 0.99;
/** Fewer clipped samples in a row are just a peak that reaches full scale. */
export const SHORTEST_CLIP = 3;

/** Returns true if the samples, from -1 to 1, are clipped somewhere. */
export function isClipping(samples: Float32Array): boolean {
  let run = 0;
  for (let index = 0; index < samples.length; index += 1) {
    run = Math.abs(samples[index] ?? 0) >= CLIPPED_LEVEL ? run + 1 : 0;
    if (run === SHORTEST_CLIP) return true;
  }
  return false;
}
