import { hasText, secondsToMs, viewOf } from "./bytes";
import type { Inspection, Work } from "./work";

/** PCM, floating point, and the extensible form of either. */
const SOUND_FORMATS = [1, 3, 0xfffe];

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
      bytesPerSecond = view.getUint32(start + 8, true);
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
