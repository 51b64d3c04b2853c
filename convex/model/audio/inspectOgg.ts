import { hasText, secondsToMs, viewOf } from "../../shared/audio/bytes";
import { believedMs, leastMs, opusPacketMs } from "./soundLength";
import type { Work } from "../../shared/audio/work";
import type { Inspection } from "./inspection";

const OPUS_RATE = 48000;
const PAGE_HEADER_BYTES = 27;
const IS_CONTINUED = 1;

/**
 * Recognises Opus and Vorbis. The last page states the number of samples, which
 * may be a lie. Opus packets state their own length, so their sum is compared
 * with it; for Vorbis, the size of the file gives a minimum length.
 */
export function inspectOgg(bytes: Uint8Array, work: Work): Inspection {
  if (!hasText(bytes, 0, "OggS")) return null;
  const codec = codecAt(bytes, PAGE_HEADER_BYTES + (bytes[26] ?? 0));
  if (codec === null || codec.rate === 0) return null;
  const pages = readPages(bytes, work);
  if (pages === null || pages.samples <= codec.skipped) return null;
  const { samples, opusMs } = pages;
  const statedMs = secondsToMs((samples - codec.skipped) / codec.rate);
  const heardMs = codec.isOpus ? opusMs : leastMs(bytes.length);
  return { durationMs: believedMs(statedMs, heardMs) };
}

function codecAt(bytes: Uint8Array, at: number) {
  if (at + 16 > bytes.length) return null;
  const view = viewOf(bytes);
  if (hasText(bytes, at, "OpusHead")) {
    const skipped = view.getUint16(at + 10, true);
    return { isOpus: true, rate: OPUS_RATE, skipped };
  }
  if (hasText(bytes, at, "\x01vorbis")) {
    const rate = view.getUint32(at + 12, true);
    return { isOpus: false, rate, skipped: 0 };
  }
  return null;
}

/**
 * Reads all pages. Does not skip their contents: a player that finds a page
 * damaged looks for the next one inside it. Returns null if one begins in the
 * head of another.
 */
function readPages(bytes: Uint8Array, work: Work) {
  const view = viewOf(bytes);
  let samples = 0;
  let opusMs = 0;
  let endOfHead = 0;
  for (let at = 0; at + PAGE_HEADER_BYTES <= bytes.length; at++) {
    work.spend(1);
    if (!hasText(bytes, at, "OggS\0")) continue;
    if (at < endOfHead) return null;
    endOfHead = at + PAGE_HEADER_BYTES + (bytes[at + 26] ?? 0);
    const granule = Number(view.getBigInt64(at + 6, true));
    if (granule > 0) samples = granule;
    opusMs += opusMsOfPage(bytes, at, work);
  }
  return { samples, opusMs };
}

/** A packet ends with the first of its segments that is shorter than 255 bytes. */
function opusMsOfPage(bytes: Uint8Array, page: number, work: Work): number {
  const segments = bytes[page + 26] ?? 0;
  const table = page + PAGE_HEADER_BYTES;
  work.spend(segments);
  let isBegin = ((bytes[page + 5] ?? 0) & IS_CONTINUED) === 0;
  let at = table + segments;
  let ms = 0;
  for (let segment = 0; segment < segments; segment++) {
    const length = bytes[table + segment] ?? 0;
    const isSound = isBegin && length > 0 && !hasText(bytes, at, "Opus");
    if (isSound) ms += opusPacketMs(bytes, at);
    isBegin = length < 255;
    at += length;
  }
  return ms;
}
