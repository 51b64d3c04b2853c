import { findText, hasText, secondsToMs } from "./bytes";
import type { Inspection, Work } from "./work";

const KBPS_OF_MPEG1 = [
  32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
];
const KBPS_OF_MPEG2 = [
  8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160,
];
const SAMPLE_RATES = [44100, 48000, 32000];
/** Indexed by the version bits: MPEG 2.5, reserved, MPEG 2, MPEG 1. */
const RATE_DIVISORS = [4, 0, 2, 1];

/** This many consecutive frames cannot be a coincidence in other data. */
const FRAMES_IN_A_ROW = 3;
const RESYNC_BYTES = 8192;

interface Frame {
  lengthBytes: number;
  seconds: number;
  /** MPEG version and sample rate, usually the same in every frame of a file. */
  kind: number;
}

/**
 * Measures the length by walking all frames, as players do: also those after
 * other data, and those of another kind than the first. A truncated file counts
 * with what it holds, even if its header announces more.
 */
export function inspectMp3(bytes: Uint8Array, work: Work): Inspection {
  const first = findFirstFrame(bytes, work);
  if (first === null) return null;
  let seconds = 0;
  let { kind } = first.frame;
  let at = isInfoFrame(bytes, first.at, work)
    ? first.at + first.frame.lengthBytes
    : first.at;
  for (;;) {
    const next = nextFrame(bytes, at, kind, work);
    if (next === null) break;
    seconds += next.frame.seconds;
    kind = next.frame.kind;
    at = next.at + next.frame.lengthBytes;
  }
  return seconds > 0 ? { durationMs: secondsToMs(seconds) } : null;
}

function findFirstFrame(bytes: Uint8Array, work: Work) {
  const start = endOfTags(bytes, work);
  for (let at = start; at < start + RESYNC_BYTES; at++) {
    work.spend(1);
    const frame = frameAt(bytes, at);
    if (frame && isFollowed(bytes, at, frame)) return { at, frame };
  }
  return null;
}

function isFollowed(bytes: Uint8Array, at: number, frame: Frame): boolean {
  let next: Frame | null = frame;
  let nextAt = at;
  for (let count = 1; count < FRAMES_IN_A_ROW; count++) {
    nextAt += next.lengthBytes;
    next = frameAt(bytes, nextAt);
    if (next?.kind !== frame.kind) return false;
  }
  return true;
}

/** After other data, a frame of another kind counts only if others follow it. */
function nextFrame(bytes: Uint8Array, start: number, kind: number, work: Work) {
  for (let at = start; at < bytes.length; at++) {
    work.spend(1);
    const frame = frameAt(bytes, at);
    if (frame === null || at + frame.lengthBytes > bytes.length) continue;
    const isNext = at === start || frame.kind === kind;
    if (isNext || isFollowed(bytes, at, frame)) return { at, frame };
  }
  return null;
}

/**
 * Skips ID3 tags, cover images included. A tag starts with "ID3", version and
 * flags, then a size of 4 x 7 bits.
 */
function endOfTags(bytes: Uint8Array, work: Work): number {
  let at = 0;
  while (hasText(bytes, at, "ID3") && at + 10 <= bytes.length) {
    work.spend(1);
    const size = [6, 7, 8, 9].reduce(
      (sum, offset) => sum * 128 + ((bytes[at + offset] ?? 0) & 0x7f),
      0,
    );
    const hasFooter = ((bytes[at + 5] ?? 0) & 0x10) !== 0;
    at += 10 + size + (hasFooter ? 10 : 0);
  }
  return at;
}

function frameAt(bytes: Uint8Array, at: number): Frame | null {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return null;
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  const layer = (second >> 1) & 3;
  if (second >> 5 !== 7 || layer !== 1) return null;
  const header = ((0xff << 24) | (second << 16) | (third << 8)) >>> 0;
  const version = (header >>> 19) & 3;
  const rateIndex = (header >>> 10) & 3;
  const divisor = RATE_DIVISORS[version] ?? 0;
  const isMpeg1 = version === 3;
  const kbps = (isMpeg1 ? KBPS_OF_MPEG1 : KBPS_OF_MPEG2)[
    ((header >>> 12) & 15) - 1
  ];
  const baseRate = SAMPLE_RATES[rateIndex];
  if (divisor === 0 || !kbps || !baseRate) return null;
  const sampleRate = baseRate / divisor;
  const padding = (header >>> 9) & 1;
  const samples = isMpeg1 ? 1152 : 576;
  const lengthBytes =
    Math.floor(((samples / 8) * kbps * 1000) / sampleRate) + padding;
  const kind = version * 4 + rateIndex;
  return { lengthBytes, seconds: samples / sampleRate, kind };
}

/**
 * Returns whether the first frame only describes the file and holds no sound.
 */
function isInfoFrame(bytes: Uint8Array, at: number, work: Work): boolean {
  const start = bytes.subarray(at, at + 64);
  return ["Xing", "Info", "VBRI"].some((name) => findText(start, name, work));
}
