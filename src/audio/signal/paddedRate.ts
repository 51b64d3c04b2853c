import { hasText } from "../../../convex/shared/audio/bytes";
import { readMp3 } from "../../../convex/shared/audio/readMp3";
import { Work } from "../../../convex/shared/audio/work";

/**
 * The tag of the first frame lies behind a header of 4 bytes and at most 34 bytes of the frame's
 * own data.
 */
const TAG_WITHIN_BYTES = 40;
/** Distance from the end of the tag's own fields to the lengths of the padding. */
const LENGTHS_AT = 21;

/**
 * Returns the sample rate of an MP3 that still has its encoder's silence when it is decoded to
 * `decodedSeconds`; null for any other file. Browsers remove the silence only if the LAME tag in
 * the first frame states its length; WebKit does so only if LAME itself wrote the tag.
 */
export function paddedRateOf(
  file: ArrayBuffer,
  decodedSeconds: number,
): number | null {
  const bytes = new Uint8Array(file);
  if (hasText(bytes, 8, "WAVE")) return null;
  const mp3 = readMp3(bytes, new Work(bytes.length));
  if (mp3 === null) return null;
  const { seconds, sampleRate, runs } = mp3;
  const lengths = findLengths(bytes, runs[0]?.from ?? 0);
  const stated = lengths === null ? 0 : paddingAt(bytes, lengths) / sampleRate;
  const takenAway = seconds - decodedSeconds;
  return stated > 0 && takenAway > stated / 2 ? null : sampleRate;
}

/**
 * Removes the length of the padding at the end from the first frame's tag; `bytes` must begin with
 * that frame. A cut ends elsewhere, and some browsers would remove as much sound there.
 */
export function forgetTail(bytes: Uint8Array): void {
  const lengths = findLengths(bytes, 0);
  if (lengths === null || lengths + 3 > bytes.length) return;
  // 12 bits hold the length of the padding in front, and 12 that of the padding behind.
  bytes[lengths + 1] = (bytes[lengths + 1] ?? 0) & 0xf0;
  bytes[lengths + 2] = 0;
}

/** Returns the length of the padding at both ends together, in samples. */
function paddingAt(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  return (first << 4) + (second >> 4) + ((second & 15) << 8) + third;
}

/** Returns where the first frame states the lengths of the padding; null if it has no tag. */
function findLengths(bytes: Uint8Array, frame: number): number | null {
  const tag = findTag(bytes, frame);
  if (tag === null) return null;
  const flags = bytes[tag + 7] ?? 0;
  // Each flag stands for a field: frames, bytes, a table of contents, the quality.
  const fields = [4, 4, 100, 4].filter((_, bit) => flags & (1 << bit));
  return tag + 8 + fields.reduce((sum, size) => sum + size, 0) + LENGTHS_AT;
}

function findTag(bytes: Uint8Array, frame: number): number | null {
  for (let at = frame + 4; at < frame + TAG_WITHIN_BYTES; at += 1) {
    if (hasText(bytes, at, "Xing") || hasText(bytes, at, "Info")) return at;
  }
  return null;
}
