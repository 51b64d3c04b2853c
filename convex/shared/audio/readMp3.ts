import { findText, viewOf } from "./bytes";
import { endOfTags } from "./endOfTags";
import type { Work } from "./work";

const KBPS_OF_MPEG1 = [
  32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
];
const KBPS_OF_MPEG2 = [
  8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160,
];
const SAMPLE_RATES = [44100, 48000, 32000];
/** Indexed by the version bits: MPEG 2.5, reserved, MPEG 2, MPEG 1. */
const RATE_DIVISORS = [4, 0, 2, 1];
const MONO = 3;
/**
 * Enough of a frame to find the description that encoders put into the first
 * one.
 */
const INFO_BYTES = 64;

/**
 * If fewer bytes than this follow the start of a frame, Firefox takes the frame
 * for the last one and cuts off the encoder's silence there. Then it cuts the
 * silence off the real last frame too. Only frames of MPEG 2 and 2.5 are that
 * short.
 */
export const LEAST_END_BYTES = 64;

/** This many consecutive frames cannot be a coincidence in other data. */
const FRAMES_IN_A_ROW = 3;

interface Frame {
  lengthBytes: number;
  seconds: number;
  sampleRate: number;
  /**
   * MPEG version and sample rate. Usually the same in every frame of a file.
   */
  kind: number;
  isMono: boolean;
}

/** Frames that follow each other without other data between them. */
interface Run {
  readonly from: number;
  to: number;
  frames: number;
}

export interface Mp3 {
  readonly seconds: number;
  /**
   * Length of a frame, and samples per second; the same in all frames unless
   * the file is joined.
   */
  readonly frameSeconds: number;
  readonly sampleRate: number;
  /** End of the tags in front, where the frames of a plain file begin. */
  readonly tagsEnd: number;
  readonly runs: readonly Run[];
  /**
   * Whether the file was joined from unlike files: players stop at the seam.
   */
  readonly isJoined: boolean;
  /**
   * The size of a first frame that states fewer frames than the file has, which
   * happens when like files are joined. Some players believe it; others do not.
   */
  readonly falseInfoBytes: number;
  /** From the beginning of the last frame to the end of the file. */
  readonly endBytes: number;
}

/**
 * Reads an MP3 by walking all frames, as players do: also frames after other
 * data, and frames of another kind than the first. For a truncated file, the
 * sound that it holds counts, even if its header announces more.
 */
export function readMp3(bytes: Uint8Array, work: Work): Mp3 | null {
  const tagsEnd = endOfTags(bytes, work);
  const first = findFirstFrame(bytes, tagsEnd, work);
  if (first === null) return null;
  const info = findInfo(bytes, first.at, work);
  let seconds = info ? -first.frame.seconds : 0;
  let isJoined = false;
  let run: Run = { from: first.at, to: first.at, frames: 0 };
  const runs = [run];
  let lastAt = first.at;
  let { kind } = first.frame;
  for (;;) {
    const next = nextFrame(bytes, run.to, kind, work);
    if (next === null) break;
    const { at, frame } = next;
    if (at > run.to) runs.push((run = { from: at, to: at, frames: 0 }));
    if (frame.kind !== kind) isJoined = true;
    if (frame.isMono !== first.frame.isMono) isJoined = true;
    run.to = at + frame.lengthBytes;
    lastAt = at;
    run.frames++;
    seconds += frame.seconds;
    kind = frame.kind;
  }
  const frames = runs.reduce((sum, each) => sum + each.frames, 0);
  const isFalse = info && frames > info.statedFrames + FRAMES_IN_A_ROW;
  const falseInfoBytes = isFalse ? first.frame.lengthBytes : 0;
  if (seconds <= 0) return null;
  return {
    ...{ seconds, frameSeconds: first.frame.seconds, tagsEnd, runs, isJoined },
    ...{ falseInfoBytes, endBytes: bytes.length - lastAt },
    sampleRate: first.frame.sampleRate,
  };
}

/** Returns where the frames of a run begin. */
export function frameStarts(
  bytes: Uint8Array,
  { from, to }: Pick<Run, "from" | "to">,
): readonly number[] {
  const starts: number[] = [];
  for (let at = from; at < to;) {
    const frame = frameAt(bytes, at);
    if (frame === null) break;
    starts.push(at);
    at += frame.lengthBytes;
  }
  return starts;
}

/**
 * Returns whether the file holds tags and frames with nothing between them,
 * states the right number of frames, and ends late enough for Firefox.
 */
export const isPlainMp3 = (mp3: Mp3): boolean =>
  mp3.runs.length === 1 &&
  mp3.runs[0]?.from === mp3.tagsEnd &&
  mp3.falseInfoBytes === 0 &&
  mp3.endBytes >= LEAST_END_BYTES;

/** Returns the runs that cannot be a coincidence in other data. */
export const certainRuns = ({ runs }: Mp3): readonly Run[] =>
  runs.filter(({ frames }) => frames >= FRAMES_IN_A_ROW);

/**
 * Searches the whole file after the tags, because the stated size of a tag may
 * be wrong.
 */
function findFirstFrame(bytes: Uint8Array, tagsEnd: number, work: Work) {
  for (let at = tagsEnd < bytes.length ? tagsEnd : 0; at < bytes.length; at++) {
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

/**
 * Finds the next frame. After other data, a frame of another kind counts only
 * if further frames of that kind follow it.
 */
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
 * The sizes that a frame may have if its header does not state a bit rate, in
 * bytes.
 */
const LEAST_FREE_BYTES = 24;
const MOST_FREE_BYTES = 4_608;
/**
 * Masks of sync, version, layer, bit rate and sample rate: the bits that all
 * frames of a free bit rate share.
 */
const SAME_IN_HEADERS = [0xff, 0xfe, 0xfc];

/**
 * Returns whether the file is MPEG audio that `readMp3` cannot follow: audio of
 * a free bit rate, which few browsers play, or of another layer.
 */
export function isOddMpeg(bytes: Uint8Array, work: Work): boolean {
  const at = endOfTags(bytes, work);
  const layer = ((bytes[at + 1] ?? 0) >> 1) & 3;
  const isFree = (bytes[at + 2] ?? 0) >> 4 === 0;
  const isMpeg = bytes[at] === 0xff && (bytes[at + 1] ?? 0) >> 5 === 7;
  if (!isMpeg || layer === 0 || (layer === 1 && !isFree)) return false;
  const isAgain = (other: number) =>
    SAME_IN_HEADERS.every(
      (mask, index) =>
        ((bytes[other + index] ?? 0) & mask) ===
        ((bytes[at + index] ?? 0) & mask),
    );
  for (let size = LEAST_FREE_BYTES; size <= MOST_FREE_BYTES; size++) {
    work.spend(1);
    if (!isAgain(at + size)) continue;
    // A frame may have one slot more to keep the bit rate.
    if ([0, 1, -1].some((more) => isAgain(at + 2 * size + more))) return true;
  }
  return false;
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
  const isMono = (bytes[at + 3] ?? 0) >> 6 === MONO;
  const seconds = samples / sampleRate;
  return { lengthBytes, seconds, sampleRate, kind, isMono };
}

/**
 * Returns what the first frame states if it only describes the file and holds
 * no sound, and null for any other frame.
 */
function findInfo(bytes: Uint8Array, at: number, work: Work) {
  const start = bytes.subarray(at, at + INFO_BYTES);
  if (findText(start, "VBRI", work) !== -1) return { statedFrames: Infinity };
  const named = Math.max(
    findText(start, "Xing", work),
    findText(start, "Info", work),
  );
  if (named === -1) return null;
  const statesFrames = ((start[named + 7] ?? 0) & 1) !== 0;
  const isWhole = statesFrames && named + 12 <= start.length;
  const statedFrames = isWhole ? viewOf(start).getUint32(named + 8) : Infinity;
  return { statedFrames };
}
