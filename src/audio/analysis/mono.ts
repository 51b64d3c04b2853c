/**
 * The mean of all channels is used only if it keeps at least this share of the first one's power.
 */
const LEAST_KEPT = 0.1;

/**
 * Returns the mean of all channels without its direct current, which would hide the levels of a
 * sound. If the channels cancel each other out, returns the first channel instead. The samples
 * returned are always new.
 */
export function mono(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(), ...others] = channels;
  const mixed = first.map(
    (sample, index) =>
      others.reduce((sum, other) => sum + (other[index] ?? 0), sample) /
      channels.length,
  );
  const [own, together] = [centred(first), centred(mixed)];
  return powerOf(together) < LEAST_KEPT * powerOf(own) ? own : together;
}

function centred(samples: Float32Array): Float32Array {
  const sum = samples.reduce((total, sample) => total + sample, 0);
  const mean = sum / Math.max(1, samples.length);
  return samples.map((sample) => sample - mean);
}

const powerOf = (samples: Float32Array) =>
  samples.reduce((sum, sample) => sum + sample * sample, 0);
