/** Length of sound that one level covers. */
export const LEVEL_MS = 5;

const FULL_SCALE = 255;

/** The loudest sample of every `LEVEL_MS`, scaled so that the loudest of all is 255. */
export function coarseLevels(
  samples: Float32Array,
  sampleRate: number,
): Uint8Array {
  const perLevel = (sampleRate * LEVEL_MS) / 1000;
  const levels = new Float32Array(Math.ceil(samples.length / perLevel));
  for (let index = 0; index < samples.length; index += 1) {
    const level = Math.floor(index / perLevel);
    const size = Math.abs(samples[index] ?? 0);
    if (size > (levels[level] ?? 0)) levels[level] = size;
  }
  let top = 0;
  for (const level of levels) top = Math.max(top, level);
  return Uint8Array.from(levels, (level) =>
    top === 0 ? 0 : Math.round((FULL_SCALE * level) / top),
  );
}
