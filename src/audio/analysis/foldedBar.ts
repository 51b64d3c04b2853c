/** Parts that a bar is divided into; a part lasts 5 ms at 125 BPM. */
export const BINS = 384;

/** Onsets up to this far from a position still count towards it, with less weight. */
const WINDOW_SECONDS = 0.02;

/**
 * Lays all bars on top of each other. Returns for each position in the bar the share of the band's
 * onsets near it, from 0 to 1. Bars are counted from the start of the file.
 */
export function foldIntoBar(
  onsets: Float32Array,
  framesPerSecond: number,
  barSeconds: number,
): Float32Array {
  const profile = new Float32Array(BINS);
  let total = 0;
  for (let frame = 0; frame < onsets.length; frame += 1) {
    const strength = onsets[frame] ?? 0;
    if (strength === 0) continue;
    const bars = frame / framesPerSecond / barSeconds;
    const place = (bars - Math.floor(bars)) * BINS;
    const bin = Math.floor(place) % BINS;
    const rest = place - Math.floor(place);
    add(profile, bin, strength * (1 - rest));
    add(profile, (bin + 1) % BINS, strength * rest);
    total += strength;
  }
  if (total === 0) return profile;
  const windowBins = Math.max(1, (WINDOW_SECONDS / barSeconds) * BINS);
  return widened(
    profile.map((strength) => strength / total),
    windowBins,
  );
}

function add(profile: Float32Array, bin: number, strength: number): void {
  profile[bin] = (profile[bin] ?? 0) + strength;
}

/** The sum around each bin, weighted by a bell curve. */
function widened(profile: Float32Array, windowBins: number): Float32Array {
  const width = windowBins / 1.5;
  const reach = Math.ceil(2.5 * windowBins);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-((index - reach) ** 2) / (2 * width ** 2)),
  );
  return profile.map((_, bin) =>
    weights.reduce((sum, weight, index) => {
      const from = (bin + index - reach + BINS) % BINS;
      return sum + weight * (profile[from] ?? 0);
    }, 0),
  );
}
