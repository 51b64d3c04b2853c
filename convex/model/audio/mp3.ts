import { findText, hasText, secondsToMs, viewOf } from "./bytes";
import type { Inspection } from "./inspectAudio";

const KBPS_OF_MPEG1 = [
  32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
];
const KBPS_OF_MPEG2 = [
  8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160,
];
const SAMPLE_RATES = [44100, 48000, 32000];
/** By the version bits: MPEG 2.5, reserved, MPEG 2, MPEG 1. */
const RATE_DIVISORS = [4, 0, 2, 1];

/** So many frames in a row are no accident of other data. */
const FRAMES_IN_A_ROW = 3;
const RESYNC_BYTES = 8192;

interface Frame {
  lengthBytes: number;
  seconds: number;
  /** Version and rate: the same in every frame of a file. */
  kind: number;
}

/**
 * Walks all frames: the length is what is really there, also of a cut file
 * whose header announces more.
 */
export function inspectMp3(bytes: Uint8Array): Inspection {
  const first = findFirstFrame(bytes);
  if (first === null) return null;
  let seconds = 0;
  let at = isInfoFrame(bytes, first.at)
    ? first.at + first.frame.lengthBytes
    : first.at;
  for (;;) {
    const next = nextFrame(bytes, at, first.frame.kind);
    if (next === null) break;
    seconds += next.frame.seconds;
    at = next.at + next.frame.lengthBytes;
  }
  return seconds > 0 ? { durationMs: secondsToMs(seconds) } : null;
}

function findFirstFrame(bytes: Uint8Array) {
  const start = endOfTags(bytes);
  for (let at = start; at < start + RESYNC_BYTES; at++) {
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

function nextFrame(bytes: Uint8Array, start: number, kind: number) {
  const end = Math.min(start + RESYNC_BYTES, bytes.length);
  for (let at = start; at < end; at++) {
    const frame = frameAt(bytes, at);
    const isWhole = frame && at + frame.lengthBytes <= bytes.length;
    if (isWhole && frame.kind === kind) return { at, frame };
  }
  return null;
}

/** Tags before the sound, with their covers: "ID3", version, flags, a size of 4 x 7 bits. */
function endOfTags(bytes: Uint8Array): number {
  let at = 0;
  while (hasText(bytes, at, "ID3") && at + 10 <= bytes.length) {
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
  if (at + 4 > bytes.length) return null;
  const header = viewOf(bytes).getUint32(at);
  if (header >>> 21 !== 0x7ff) return null;
  const version = (header >>> 19) & 3;
  const layer = (header >>> 17) & 3;
  const rateIndex = (header >>> 10) & 3;
  const divisor = RATE_DIVISORS[version] ?? 0;
  const isMpeg1 = version === 3;
  const kbps = (isMpeg1 ? KBPS_OF_MPEG1 : KBPS_OF_MPEG2)[
    ((header >>> 12) & 15) - 1
  ];
  const baseRate = SAMPLE_RATES[rateIndex];
  if (layer !== 1 || divisor === 0 || !kbps || !baseRate) return null;
  const sampleRate = baseRate / divisor;
  const padding = (header >>> 9) & 1;
  const samples = isMpeg1 ? 1152 : 576;
  const lengthBytes =
    Math.floor(((samples / 8) * kbps * 1000) / sampleRate) + padding;
  const kind = version * 4 + rateIndex;
  return { lengthBytes, seconds: samples / sampleRate, kind };
}

/** A first frame that only describes the others makes no sound. */
function isInfoFrame(bytes: Uint8Array, at: number): boolean {
  const start = bytes.subarray(at, at + 64);
  return ["Xing", "Info", "VBRI"].some((name) => findText(start, name, 64));
}
