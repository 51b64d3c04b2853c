/** Estimates the length of sound without believing what a file states. */

/** Twice the highest rate that recorders write. */
const MOST_KBPS = 640;
/** Encoders add some sound at both ends that players skip. */
const PADDING_MS = 250;

/** In ms, indexed by the first five bits of a packet (RFC 6716, section 3.1). */
const OPUS_FRAME_MS = [
  ...[10, 20, 40, 60, 10, 20, 40, 60, 10, 20, 40, 60],
  ...[10, 20, 10, 20],
  ...[2.5, 5, 10, 20, 2.5, 5, 10, 20, 2.5, 5, 10, 20, 2.5, 5, 10, 20],
];

/** Returns how long the Opus packet at `at` plays. */
export function opusPacketMs(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === undefined) return 0;
  const code = first & 3;
  const frames = code === 0 ? 1 : code === 3 ? (bytes[at + 1] ?? 0) & 0x3f : 2;
  return frames * (OPUS_FRAME_MS[first >> 3] ?? 0);
}

/** Returns the shortest length that a compressed file of this size can have. */
export const leastMs = (sizeBytes: number): number =>
  Math.floor((sizeBytes * 8) / MOST_KBPS);

/** Returns the length that a file states, unless its sound is longer than that. */
export const believedMs = (statedMs: number, heardMs: number): number =>
  Math.round(heardMs > statedMs + PADDING_MS ? heardMs : statedMs);
