import { hasText, secondsToMs, viewOf } from "./bytes";
import type { Inspection, Work } from "./work";

/** PCM and floating point. */
const SOUND_FORMATS = [1, 3];
/** Says that the format follows later. */
const EXTENSIBLE = 0xfffe;
const EXTENSIBLE_BYTES = 40;

/** Samples per second that browsers play. */
const MIN_RATE = 3_000;
const MAX_RATE = 768_000;
const MAX_BITS = 64;

/**
 * Recognises WAV and measures the data that is present. Players play all of its
 * data, one part after the other, in the first format.
 */
export function inspectWav(bytes: Uint8Array, work: Work): Inspection {
  if (!hasText(bytes, 0, "RIFF") || !hasText(bytes, 8, "WAVE")) return null;
  const view = viewOf(bytes);
  let bytesPerSecond: number | null = null;
  let heard = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    work.spend(1);
    const size = view.getUint32(at + 4, true);
    const start = at + 8;
    // A truncated or streamed recording announces more data than it holds.
    const held = Math.min(size, bytes.length - start);
    if (hasText(bytes, at, "fmt "))
      bytesPerSecond ??= readRate(view, start, held);
    if (hasText(bytes, at, "data")) {
      if (held === 0 || !bytesPerSecond) return null;
      heard += held;
    }
    at = start + size + (size % 2);
  }
  return bytesPerSecond && heard > 0
    ? { durationMs: secondsToMs(heard / bytesPerSecond) }
    : null;
}

/**
 * Returns the bytes of a second, or 0 if nothing could play this. Players go by
 * the rate, the channels and the bits of a sample. A size of all channels that
 * does not follow from these would change the length; the field that states the
 * product may hold anything.
 */
function readRate(view: DataView, start: number, size: number): number {
  if (size < 16) return 0;
  const channels = view.getUint16(start + 2, true);
  const samplesPerSecond = view.getUint32(start + 4, true);
  const blockBytes = view.getUint16(start + 12, true);
  const bits = view.getUint16(start + 14, true);
  const isPlayable =
    SOUND_FORMATS.includes(readFormat(view, start, size)) &&
    samplesPerSecond >= MIN_RATE &&
    samplesPerSecond <= MAX_RATE &&
    bits <= MAX_BITS &&
    blockBytes === channels * Math.ceil(bits / 8);
  return isPlayable ? samplesPerSecond * blockBytes : 0;
}

function readFormat(view: DataView, start: number, size: number): number {
  const format = view.getUint16(start, true);
  if (format !== EXTENSIBLE) return format;
  return size < EXTENSIBLE_BYTES ? 0 : view.getUint16(start + 24, true);
}
