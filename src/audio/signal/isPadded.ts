import { hasText } from "../../../convex/shared/audio/bytes";
import { endOfTags } from "../../../convex/shared/audio/endOfTags";
import { Work } from "../../../convex/shared/audio/work";

/** How far behind its tags the first frame of an MP3 is looked for. */
const SEARCHED_BYTES = 65_536;
/** The first frame holds its tag behind 4 bytes of header and at most 34 of the frame's own data. */
const TAG_WITHIN_BYTES = 40;
/** From the end of the tag's own fields to the lengths of the padding. */
const LENGTHS_AT = 21;

/**
 * Whether a file is an MP3 that does not say how much silence its encoder has added. Browsers take
 * that away only if the first frame says so, with the tag that LAME invented.
 */
export function isPadded(file: ArrayBuffer): boolean {
  const bytes = new Uint8Array(file);
  const frame = findFrame(bytes);
  if (frame === null) return false;
  const lengths = findLengths(bytes, frame);
  if (lengths === null) return true;
  return bytes.subarray(lengths, lengths + 3).every((byte) => byte === 0);
}

/**
 * Makes the first frame of a file, which begins with it, say that nothing was added behind the
 * sound: a part of a file ends elsewhere, and some browsers would take the padding away there.
 */
export function forgetTail(bytes: Uint8Array): void {
  const lengths = findLengths(bytes, 0);
  if (lengths === null || lengths + 3 > bytes.length) return;
  // 12 bits of what was added in front, and 12 of what was added behind.
  bytes[lengths + 1] = (bytes[lengths + 1] ?? 0) & 0xf0;
  bytes[lengths + 2] = 0;
}

/** Where a first frame states the lengths of the padding; null without a tag. */
function findLengths(bytes: Uint8Array, frame: number): number | null {
  const tag = findTag(bytes, frame);
  if (tag === null) return null;
  const flags = bytes[tag + 7] ?? 0;
  // Each flag stands for a field: frames, bytes, a table of contents, the quality.
  const fields = [4, 4, 100, 4].filter((_, bit) => flags & (1 << bit));
  return tag + 8 + fields.reduce((sum, size) => sum + size, 0) + LENGTHS_AT;
}

/** Index of the first frame of layer III; null if there is none, as in a WAV file. */
function findFrame(bytes: Uint8Array): number | null {
  if (hasText(bytes, 8, "WAVE")) return null;
  const from = endOfTags(bytes, new Work(bytes.length));
  for (let at = from; at < from + SEARCHED_BYTES; at += 1) {
    const isFrame =
      bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xe6) === 0xe2;
    if (isFrame) return at;
  }
  return null;
}

function findTag(bytes: Uint8Array, frame: number): number | null {
  for (let at = frame + 4; at < frame + TAG_WITHIN_BYTES; at += 1) {
    if (hasText(bytes, at, "Xing") || hasText(bytes, at, "Info")) return at;
  }
  return null;
}
