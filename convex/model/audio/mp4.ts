import { findText, hasText, secondsToMs, viewOf } from "./bytes";
import type { Inspection } from "./inspectAudio";

interface Box {
  start: number;
  end: number;
}

/** AAC or Opus in MP4. A recorder's file comes in fragments and tells no duration. */
export function inspectMp4(bytes: Uint8Array): Inspection {
  if (!hasText(bytes, 4, "ftyp")) return null;
  const whole = { start: 0, end: bytes.length };
  const movie = findBox(bytes, whole, "moov");
  const data = findBox(bytes, whole, "mdat");
  if (movie === null || data === null || data.start >= data.end) return null;
  const tracks = bytes.subarray(movie.start, movie.end);
  const hasSound = findText(tracks, "soun", tracks.length);
  if (!hasSound || findText(tracks, "vide", tracks.length)) return null;
  const header = findBox(bytes, movie, "mvhd");
  return { durationMs: header && durationOf(bytes, header) };
}

/** After version and flags: created, modified, timescale, duration; 64 bits in version 1. */
function durationOf(bytes: Uint8Array, { start, end }: Box): number | null {
  const isLong = bytes[start] === 1;
  if (start + (isLong ? 32 : 20) > end) return null;
  const view = viewOf(bytes);
  const timescale = view.getUint32(start + (isLong ? 20 : 12));
  const duration = isLong
    ? Number(view.getBigUint64(start + 24))
    : view.getUint32(start + 16);
  const isKnown = timescale > 0 && duration > 0;
  return isKnown ? secondsToMs(duration / timescale) : null;
}

function findBox(bytes: Uint8Array, within: Box, type: string): Box | null {
  const view = viewOf(bytes);
  for (let at = within.start; at + 8 <= within.end;) {
    const size = view.getUint32(at);
    const isLong = size === 1 && at + 16 <= within.end;
    const length = isLong
      ? Number(view.getBigUint64(at + 8))
      : size === 0
        ? within.end - at
        : size;
    if (length < 8) return null;
    if (hasText(bytes, at + 4, type)) {
      const start = at + (isLong ? 16 : 8);
      return { start, end: Math.min(at + length, within.end) };
    }
    at += length;
  }
  return null;
}
