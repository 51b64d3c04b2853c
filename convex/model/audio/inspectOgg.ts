import { hasText, secondsToMs, viewOf } from "./bytes";
import type { Inspection, Work } from "./work";

const OPUS_RATE = 48000;
const PAGE_HEADER_BYTES = 27;

/** Recognises Opus and Vorbis. The last page states the number of samples. */
export function inspectOgg(bytes: Uint8Array, work: Work): Inspection {
  if (!hasText(bytes, 0, "OggS")) return null;
  const packet = PAGE_HEADER_BYTES + (bytes[26] ?? 0);
  const codec = codecAt(bytes, packet);
  const samples = lastGranule(bytes, work);
  if (codec === null || codec.rate === 0 || samples <= codec.skipped)
    return null;
  return { durationMs: secondsToMs((samples - codec.skipped) / codec.rate) };
}

function codecAt(bytes: Uint8Array, at: number) {
  if (at + 16 > bytes.length) return null;
  const view = viewOf(bytes);
  if (hasText(bytes, at, "OpusHead")) {
    return { rate: OPUS_RATE, skipped: view.getUint16(at + 10, true) };
  }
  if (hasText(bytes, at, "\x01vorbis")) {
    return { rate: view.getUint32(at + 12, true), skipped: 0 };
  }
  return null;
}

function lastGranule(bytes: Uint8Array, work: Work): number {
  const view = viewOf(bytes);
  for (let at = bytes.length - PAGE_HEADER_BYTES; at > 0; at--) {
    work.spend(1);
    if (!hasText(bytes, at, "OggS")) continue;
    const granule = Number(view.getBigInt64(at + 6, true));
    if (granule > 0) return granule;
  }
  return 0;
}
