/** Gating blocks are 400 ms long and start every 100 ms. */
export const STEP_SECONDS = 0.1;
const STEPS_PER_BLOCK = 4;
/** Offset of the standard, so that a full-scale sine of 997 Hz in one channel reads -3.01 LUFS. */
const OFFSET_LU = -0.691;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;

function lufsOf(power: number): number {
  return OFFSET_LU + 10 * Math.log10(power);
}

/**
 * Returns the integrated loudness in LUFS from the K-weighted power of each 100 ms. First takes the
 * mean of the gating blocks above -70 LUFS, then the mean of those blocks that are at most 10 LU
 * below the first mean. Null if no block is left.
 */
export function loudnessOfSteps(steps: readonly number[]): number | null {
  const powers = blockPowers(steps);
  const audible = powers.filter((power) => lufsOf(power) > ABSOLUTE_GATE_LUFS);
  if (audible.length === 0) return null;
  const gate = lufsOf(mean(audible)) + RELATIVE_GATE_LU;
  return lufsOf(mean(audible.filter((power) => lufsOf(power) > gate)));
}

/** Mean power of each complete block. */
function blockPowers(steps: readonly number[]): number[] {
  const count = Math.max(0, steps.length - STEPS_PER_BLOCK + 1);
  return Array.from({ length: count }, (_, first) => {
    const block = steps.slice(first, first + STEPS_PER_BLOCK);
    return block.reduce((sum, power) => sum + power, 0) / STEPS_PER_BLOCK;
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
