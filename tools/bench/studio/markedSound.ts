/**
 * The sounds of the study: a beat of low noise, and the mark that the cable puts
 * on what it carries. The beat stays below the mark, so voice and beat can be
 * told apart in one file.
 */
import { nextPowerOfTwo, transform } from "../../../src/audio/signal/fft.ts";

/** The cable multiplies its sound with this tone. */
export const MARK_HERTZ = 6_000;
/**
 * Share of the sound that passes the cable unmarked. The sync check needs it to find its own sound,
 * and it is too weak to be taken for the beat.
 */
export const UNMARKED_SHARE = 0.15;

const BEAT_FROM_HERTZ = 300;
const BEAT_TO_HERTZ = 3_000;
const BEAT_PEAK = 0.5;

/** Makes a beat of noise that never repeats itself. Every call returns the same beat. */
export function makeNoiseBeat(seconds: number, sampleRate: number) {
  const length = Math.round(seconds * sampleRate);
  const size = nextPowerOfTwo(length);
  const random = seededRandom();
  const re = Float64Array.from({ length: size }, () => random());
  const im = new Float64Array(size);
  transform(re, im);
  for (let i = 0; i < size; i += 1) {
    const hertz = (Math.min(i, size - i) * sampleRate) / size;
    if (hertz >= BEAT_FROM_HERTZ && hertz <= BEAT_TO_HERTZ) continue;
    re[i] = 0;
    im[i] = 0;
  }
  // Transforming forwards twice reverses the signal, which is still noise.
  transform(re, im);
  const beat = Float32Array.from(re.subarray(0, length));
  const peak = beat.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  return beat.map((sample) => (sample / peak) * BEAT_PEAK);
}

/** Multiplies a sound by the tone of the mark, in one of two phases. */
export function mark(
  sound: Float32Array,
  sampleRate: number,
  phase: "cosine" | "sine",
): Float32Array {
  const wave = phase === "cosine" ? Math.cos : Math.sin;
  const step = (2 * Math.PI * MARK_HERTZ) / sampleRate;
  return sound.map((sample, index) => sample * wave(step * index));
}

function seededRandom(): () => number {
  let seed = 12_345;
  return () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 31 - 1;
  };
}

/** A mono WAV file with 16 bits per sample. */
export function wavFile(samples: Float32Array, sampleRate: number): Buffer {
  const data = Buffer.alloc(44 + samples.length * 2);
  data.write("RIFF", 0);
  data.writeUInt32LE(36 + samples.length * 2, 4);
  data.write("WAVEfmt ", 8);
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(1, 20);
  data.writeUInt16LE(1, 22);
  data.writeUInt32LE(sampleRate, 24);
  data.writeUInt32LE(sampleRate * 2, 28);
  data.writeUInt16LE(2, 32);
  data.writeUInt16LE(16, 34);
  data.write("data", 36);
  data.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, index) =>
    data.writeInt16LE(Math.round(sample * 32_767), 44 + index * 2),
  );
  return data;
}
