/** The strength of beginning sounds over time, in the bands that distinguish drums. */
export interface Onsets {
  readonly framesPerSecond: number;
  /** Kick and bass, below 150 Hz. */
  readonly low: Float32Array;
  /** Chords and melody, around 450 Hz. Drums end too soon to count. */
  readonly body: Float32Array;
  /** Snare and clap, around 2.5 kHz. */
  readonly snap: Float32Array;
  /** Hats, above 6 kHz. Silent if the sample rate is too low for them. */
  readonly air: Float32Array;
  /** Loudness of all bands together, from 0 to 1. */
  readonly level: Float32Array;
}

const HOP_SECONDS = 0.005;
const HELD_FRAMES = 30;
/** Sounds this much quieter than the loudest count half as much as if levels were linear. */
const COMPRESSION = 100;

export function detectOnsets(
  samples: Float32Array,
  sampleRate: number,
): Onsets {
  const hop = Math.max(1, Math.round(sampleRate * HOP_SECONDS));
  const frames = Math.floor(samples.length / hop);
  const band = (filters: readonly Biquad[]) =>
    rises(envelope(samples, filters, { hop, frames }));
  const quality = Math.SQRT1_2;
  const nyquist = sampleRate / 2;
  const highCut = Math.min(6_000, 0.8 * nyquist);
  return {
    framesPerSecond: sampleRate / hop,
    low: band([
      lowPass(150 / sampleRate, quality),
      lowPass(150 / sampleRate, quality),
    ]),
    body: rises(
      held(
        envelope(
          samples,
          [
            highPass(220 / sampleRate, quality),
            lowPass(900 / sampleRate, quality),
          ],
          { hop, frames },
        ),
      ),
    ),
    snap: band([
      highPass(1_400 / sampleRate, quality),
      lowPass(Math.min(4_500, 0.9 * nyquist) / sampleRate, quality),
    ]),
    air: band([
      highPass(highCut / sampleRate, quality),
      highPass(highCut / sampleRate, quality),
    ]),
    level: scaled(envelope(samples, [], { hop, frames })),
  };
}

/** Coefficients of a second-order filter, all divided by a0. */
type Biquad = readonly [
  b0: number,
  b1: number,
  b2: number,
  a1: number,
  a2: number,
];

/** `frequency` is a fraction of the sample rate, as in the formulas of the Audio EQ Cookbook. */
function lowPass(frequency: number, quality: number): Biquad {
  const cos = Math.cos(2 * Math.PI * frequency);
  const alpha = Math.sin(2 * Math.PI * frequency) / (2 * quality);
  const a0 = 1 + alpha;
  const b1 = (1 - cos) / a0;
  return [b1 / 2, b1, b1 / 2, (-2 * cos) / a0, (1 - alpha) / a0];
}

function highPass(frequency: number, quality: number): Biquad {
  const cos = Math.cos(2 * Math.PI * frequency);
  const alpha = Math.sin(2 * Math.PI * frequency) / (2 * quality);
  const a0 = 1 + alpha;
  const b1 = -(1 + cos) / a0;
  return [-b1 / 2, b1, -b1 / 2, (-2 * cos) / a0, (1 - alpha) / a0];
}

/** The root mean square of each frame, after the filters. */
function envelope(
  samples: Float32Array,
  filters: readonly Biquad[],
  { hop, frames }: { hop: number; frames: number },
): Float32Array {
  let sound = samples.subarray(0, frames * hop);
  for (const filter of filters) sound = filtered(sound, filter);
  const result = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    let power = 0;
    for (let index = frame * hop; index < (frame + 1) * hop; index += 1)
      power += (sound[index] ?? 0) ** 2;
    result[frame] = Math.sqrt(power / hop);
  }
  return result;
}

function filtered(
  samples: Float32Array,
  [b0, b1, b2, a1, a2]: Biquad,
): Float32Array<ArrayBuffer> {
  const result = new Float32Array(samples.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let index = 0; index < samples.length; index += 1) {
    const x = samples[index] ?? 0;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    result[index] = y;
    [x1, x2, y1, y2] = [x, x1, y, y1];
  }
  return result;
}

/** For each frame, the lowest level over the shortest length of a chord that starts there. */
function held(levels: Float32Array): Float32Array {
  return levels.map((level, frame) => {
    let least = level;
    for (let next = frame + 1; next < frame + HELD_FRAMES; next += 1)
      least = Math.min(least, levels[next] ?? least);
    return least;
  });
}

/**
 * Returns the rise of the logarithm of a level from frame to frame; falls count as 0. The sound
 * before the file counts as silence, because loops are cut at their first kick.
 */
function rises(levels: Float32Array): Float32Array {
  const compressed = scaled(levels).map(
    (level) => Math.log1p(COMPRESSION * level) / Math.log1p(COMPRESSION),
  );
  return compressed.map((level, frame) =>
    Math.max(
      0,
      level - Math.max(compressed[frame - 1] ?? 0, compressed[frame - 2] ?? 0),
    ),
  );
}

function scaled(levels: Float32Array): Float32Array {
  const top = levels.reduce((most, level) => Math.max(most, level), 0);
  return top === 0 ? levels : levels.map((level) => level / top);
}
