import { hasText, secondsToMs, viewOf } from "./bytes";
import type { Inspection, Work } from "./work";

/** PCM, floating point, and the extensible form of either. */
const SOUND_FORMATS = [1, 3, 0xfffe];

/** Samples per second that browsers play. */
const MIN_RATE = 3_000;
const MAX_RATE = 768_000;

/** Recognises WAV and measures the data that is present. */
export function inspectWav(bytes: Uint8Array, work: Work): Inspection {
  if (!hasText(bytes, 0, "RIFF") || !hasText(bytes, 8, "WAVE")) return null;
  const view = viewOf(bytes);
  let bytesPerSecond = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    work.spend(1);
    const size = view.getUint32(at + 4, true);
    const start = at + 8;
    if (hasText(bytes, at, "fmt ") && start + 16 <= bytes.length) {
      if (!SOUND_FORMATS.includes(view.getUint16(start, true))) return null;
      bytesPerSecond = readRate(view, start);
    }
    if (hasText(bytes, at, "data")) {
      // A truncated or streamed recording announces more data than it holds.
      const heard = Math.min(size, bytes.length - start);
      if (heard === 0 || bytesPerSecond === 0) return null;
      return { durationMs: secondsToMs(heard / bytesPerSecond) };
    }
    at = start + size + (size % 2);
  }
  return null;
}

/**
 * Returns the bytes of a second, or 0 if nothing could play this. Players go by the rate and the size
 * of a sample; the field that states the product may hold anything.
 */
function readRate(view: DataView, start: number): number {
  const samplesPerSecond = view.getUint32(start + 4, true);
  const bytesPerSample = view.getUint16(start + 12, true);
  const isPlayable =
    samplesPerSecond >= MIN_RATE && samplesPerSecond <= MAX_RATE;
  return isPlayable ? samplesPerSecond * bytesPerSample : 0;
}
