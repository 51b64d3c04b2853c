import {
  findText,
  hasText,
  secondsToMs,
  viewOf,
} from "../../shared/audio/bytes";
import { believedMs, leastMs } from "./soundLength";
import type { Work } from "../../shared/audio/work";
import type { Inspection } from "./inspection";

interface Box {
  start: number;
  end: number;
}

/**
 * Recognises sound-only MP4 files (AAC or Opus). A recorder writes fragments
 * without a duration, which gives null.
 */
export function inspectMp4(bytes: Uint8Array, work: Work): Inspection {
  if (!hasText(bytes, 4, "ftyp")) return null;
  const whole = { start: 0, end: bytes.length };
  const find = (within: Box, type: string) =>
    findBox(bytes, within, type, work);
  const movie = find(whole, "moov");
  const data = find(whole, "mdat");
  if (movie === null || data === null || data.start >= data.end) return null;
  const tracks = bytes.subarray(movie.start, movie.end);
  const has = (kind: string) => findText(tracks, kind, work) !== -1;
  if (!has("soun") || has("vide")) return null;
  const header = find(movie, "mvhd");
  const statedMs = header && durationOf(bytes, header);
  if (statedMs === null) return { durationMs: null };
  return { durationMs: believedMs(statedMs, leastMs(bytes.length)) };
}

/**
 * Reads an `mvhd` box. After version and flags come created, modified,
 * timescale and duration; times are 64 bits long in version 1.
 */
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

function findBox(
  bytes: Uint8Array,
  within: Box,
  type: string,
  work: Work,
): Box | null {
  const view = viewOf(bytes);
  for (let at = within.start; at + 8 <= within.end;) {
    work.spend(1);
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
