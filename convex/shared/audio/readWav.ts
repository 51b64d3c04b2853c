import { hasText, viewOf } from "./bytes";
import { endOfTags } from "./endOfTags";
import type { Work } from "./work";

const PCM = 1;
const FLOAT = 3;
export const A_LAW = 6;
export const MU_LAW = 7;
/** The encoding number which says that the real one follows later. */
const EXTENSIBLE = 0xfffe;
const EXTENSIBLE_BYTES = 40;
/** The stated size if it is unknown, or if the chunk "ds64" holds it. */
const UNKNOWN_SIZE = 0xffffffff;

/** Samples per second that browsers play. */
const MIN_RATE = 3_000;
const MAX_RATE = 768_000;
const MAX_BITS = 64;
/** WebKit ends its page at three channels, and does not decode eight. */
const PLAYED_CHANNELS = [1, 2, 4, 6];
/** Samples above this, 60 dB over full scale, are an accident. */
const WILDEST = 1_000;

export interface Wav {
  /** Number of the encoding, as in the file. */
  readonly encoding: number;
  readonly bits: number;
  readonly bytesPerSecond: number;
  /** Contents of the chunk that describes the format of the sound. */
  readonly format: Uint8Array;
  /** The samples; several parts play one after the other. */
  readonly parts: readonly Uint8Array[];
  /** Whether the chunks are in the order that every player expects. */
  readonly isInOrder: boolean;
  /**
   * Whether the size in the header covers the samples. Players ignore that
   * size; other programs may not.
   */
  readonly hasRightSize: boolean;
}

type Chunks = Pick<Wav, "parts" | "isInOrder" | "hasRightSize"> & {
  readonly format: Uint8Array | null;
};

/**
 * Reads a WAV file with the data that is present, even if its recorder did not
 * close it, its sizes are 64 bits long, or its chunks are in another order.
 * Returns null for anything else, and for sound that nothing could play.
 */
export function readWav(bytes: Uint8Array, work: Work): Wav | null {
  const { format, parts, ...chunks } = readChunks(bytes, work);
  if (format === null || format.length < 16 || parts.length === 0) return null;
  const view = viewOf(format);
  const bits = view.getUint16(14, true);
  const blockBytes = view.getUint16(12, true);
  const samplesPerSecond = view.getUint32(4, true);
  // The field for the product of these numbers may hold anything, and players
  // ignore it.
  const isPossible =
    samplesPerSecond >= MIN_RATE &&
    samplesPerSecond <= MAX_RATE &&
    blockBytes > 0;
  if (!isPossible) return null;
  const encoding = encodingOf(format);
  const bytesPerSecond = samplesPerSecond * blockBytes;
  return { encoding, bits, bytesPerSecond, format, parts, ...chunks };
}

const isWav = (bytes: Uint8Array, at: number): boolean =>
  ["RIFF", "RF64", "BW64"].some((name) => hasText(bytes, at, name)) &&
  hasText(bytes, at + 8, "WAVE");

/** The length of the samples that are present. */
export function wavSeconds({ parts, bytesPerSecond }: Wav): number {
  return parts.reduce((sum, { length }) => sum + length, 0) / bytesPerSecond;
}

/**
 * Returns whether the samples are plain numbers. Their stated size must follow
 * from the number of channels and bits: otherwise players would disagree about
 * the length.
 */
export function hasPlainSamples({ encoding, bits, format }: Wav): boolean {
  const view = viewOf(format);
  const channels = view.getUint16(2, true);
  const blockBytes = view.getUint16(12, true);
  return (
    (encoding === PCM || encoding === FLOAT) &&
    bits <= MAX_BITS &&
    blockBytes === channels * Math.ceil(bits / 8)
  );
}

/** Returns whether every browser plays the whole file. */
export function isPlainWav(wav: Wav, work: Work): boolean {
  const { encoding, bits, format, parts, isInOrder } = wav;
  if (!isInOrder || parts.length > 1 || !hasPlainSamples(wav)) return false;
  const channels = viewOf(format).getUint16(2, true);
  if (!PLAYED_CHANNELS.includes(channels)) return false;
  if (encoding === PCM) return bits <= 32;
  return bits === 32 && parts.every((part) => isTame(part, work));
}

export const isTameSample = (sample: number): boolean =>
  Math.abs(sample) <= WILDEST;

function isTame(part: Uint8Array, work: Work): boolean {
  work.spend(part.length / 4);
  const view = viewOf(part);
  for (let at = 0; at + 4 <= part.length; at += 4) {
    if (!isTameSample(view.getFloat32(at, true))) return false;
  }
  return true;
}

function readChunks(bytes: Uint8Array, work: Work): Chunks {
  let format: Uint8Array | null = null;
  let longSize = UNKNOWN_SIZE;
  const parts: Uint8Array[] = [];
  const start = startOfWav(bytes, work);
  let isInOrder = start === 0 && hasText(bytes, 0, "RIFF");
  let endsAt = 0;
  let isOdd = false;
  const view = viewOf(bytes);
  let at = start + 12;
  while (at + 8 <= bytes.length) {
    work.spend(1);
    const from = at + 8;
    let size = view.getUint32(at + 4, true);
    if (hasText(bytes, at, "fmt ")) {
      format ??= bytes.subarray(from, from + size);
    } else if (hasText(bytes, at, "ds64") && from + 12 <= bytes.length) {
      longSize = view.getUint32(from + 8, true);
    } else if (hasText(bytes, at, "data")) {
      if (size === 0 || format === null) isInOrder = false;
      // A recorder that did not close the file states 0; the samples follow all
      // the same.
      if (size === 0) size = UNKNOWN_SIZE;
      if (size === UNKNOWN_SIZE) size = longSize;
      // A truncated or streamed recording announces more than it holds.
      const part = bytes.subarray(from, from + size);
      if (part.length > 0) parts.push(part);
      endsAt = from + part.length;
    }
    isOdd = Math.min(size, bytes.length - from) % 2 !== 0;
    at = from + size + (size % 2);
  }
  // If part of a chunk after the last complete one is missing, WebKit waits for
  // it and plays nothing.
  if (isOdd || at < bytes.length) isInOrder = false;
  const hasRightSize = start === 0 && view.getUint32(4, true) + 8 >= endsAt;
  return { format, parts, isInOrder, hasRightSize };
}

/**
 * Returns where the WAV starts, because some programs write an ID3 tag or zeros
 * before it. Returns Infinity if the file is not a WAV.
 */
function startOfWav(bytes: Uint8Array, work: Work): number {
  const tagsEnd = endOfTags(bytes, work);
  let at = tagsEnd;
  while (bytes[at] === 0) at++;
  work.spend(at - tagsEnd);
  return isWav(bytes, at) ? at : Infinity;
}

function encodingOf(format: Uint8Array): number {
  const view = viewOf(format);
  const encoding = view.getUint16(0, true);
  if (encoding !== EXTENSIBLE) return encoding;
  return format.length < EXTENSIBLE_BYTES ? 0 : view.getUint16(24, true);
}
