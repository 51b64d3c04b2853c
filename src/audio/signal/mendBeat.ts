import { viewOf } from "../../../convex/shared/audio/bytes";
import {
  certainRuns,
  frameStarts,
  isPlainMp3,
  LEAST_END_BYTES,
  readMp3,
} from "../../../convex/shared/audio/readMp3";
import {
  A_LAW,
  hasPlainSamples,
  isPlainWav,
  isTameSample,
  MU_LAW,
  readWav,
  type Wav,
} from "../../../convex/shared/audio/readWav";
import { OutOfWork, Work } from "../../../convex/shared/audio/work";
import { joinBytes, plainWav } from "./plainWav";
import { fromALaw, fromMuLaw } from "./telephoneSamples";

type Bytes = Uint8Array<ArrayBuffer>;

const PCM = 1;
const FLOAT = 3;
/** Genre byte of an ID3v1 tag. */
const NO_GENRE = 255;

/**
 * Returns the same sound as a file that every browser plays to its end: an MP3 of nothing but tags
 * and frames, or a WAV of one header and its samples. The samples stay unchanged, except in
 * encodings that browsers do not know. Returns the file itself if it is plain already or cannot be
 * mended.
 */
export function mendBeat(bytes: Bytes): Bytes {
  const work = new Work(bytes.length);
  try {
    const wav = readWav(bytes, work);
    if (wav?.hasRightSize && isPlainWav(wav, work)) return bytes;
    return (wav && mendWav(wav)) ?? mendMp3(bytes, work) ?? bytes;
  } catch (error) {
    if (error instanceof OutOfWork) return bytes;
    throw error;
  }
}

function mendWav(wav: Wav): Bytes | null {
  const { encoding, bits, format, parts } = wav;
  const samples = joinBytes(parts);
  if (encoding === A_LAW && bits === 8)
    return plainWav(formatOf(wav, PCM, 16), fromALaw(samples));
  if (encoding === MU_LAW && bits === 8)
    return plainWav(formatOf(wav, PCM, 16), fromMuLaw(samples));
  if (!hasPlainSamples(wav)) return null;
  if (encoding === FLOAT && bits === 64)
    return plainWav(formatOf(wav, FLOAT, 32), tameFloats(samples, bits));
  if (encoding === FLOAT && bits === 32)
    return plainWav(format, tameFloats(samples, bits));
  return plainWav(format, wholeSamples(wav, samples));
}

/** Returns the whole samples, without the last one if they would have an odd number of bytes. */
function wholeSamples({ format }: Wav, samples: Uint8Array): Uint8Array {
  const block = viewOf(format).getUint16(12, true);
  const whole = samples.length - (samples.length % block);
  return samples.subarray(0, whole % 2 === 0 ? whole : whole - block);
}

/** Returns the format chunk for the same channels and rate in another encoding. */
function formatOf({ format }: Wav, encoding: number, bits: number): Uint8Array {
  const given = viewOf(format);
  const channels = given.getUint16(2, true);
  const rate = given.getUint32(4, true);
  const blockBytes = (channels * bits) / 8;
  const made = new DataView(new ArrayBuffer(16));
  made.setUint16(0, encoding, true);
  made.setUint16(2, channels, true);
  made.setUint32(4, rate, true);
  made.setUint32(8, rate * blockBytes, true);
  made.setUint16(12, blockBytes, true);
  made.setUint16(14, bits, true);
  return new Uint8Array(made.buffer);
}

/** Returns the samples as 32-bit floats. Samples that are not finite become silent. */
function tameFloats(samples: Uint8Array, bits: 32 | 64): Uint8Array {
  const given = viewOf(samples);
  const step = bits / 8;
  const count = Math.floor(samples.length / step);
  const made = new DataView(new ArrayBuffer(4 * count));
  for (let index = 0; index < count; index++) {
    const sample =
      bits === 64
        ? given.getFloat64(index * step, true)
        : given.getFloat32(index * step, true);
    made.setFloat32(index * 4, isTameSample(sample) ? sample : 0, true);
  }
  return new Uint8Array(made.buffer);
}

function mendMp3(bytes: Bytes, work: Work): Bytes | null {
  const mp3 = readMp3(bytes, work);
  if (mp3 === null || isPlainMp3(mp3)) return null;
  const runs = certainRuns(mp3);
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return null;
  // A tag's stated size may be wrong. Here it is trusted only if the tag ends before the frames.
  const tags = bytes.subarray(0, mp3.tagsEnd <= first.from ? mp3.tagsEnd : 0);
  const frames = joinBytes(
    runs.map(({ from, to }) => bytes.subarray(from, to)),
  );
  const lastAt = frameStarts(bytes, last).at(-1) ?? last.from;
  const end = last.to - lastAt < LEAST_END_BYTES ? endTag() : new Uint8Array();
  return joinBytes([tags, frames.subarray(mp3.falseInfoBytes), end]);
}

/** Makes an empty ID3v1 tag, which belongs behind the frames. */
function endTag(): Uint8Array {
  const tag = new Uint8Array(128);
  tag.set(new TextEncoder().encode("TAG"));
  tag[127] = NO_GENRE;
  return tag;
}
