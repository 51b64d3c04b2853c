import { viewOf } from "../../../convex/shared/audio/bytes";
import {
  frameStarts,
  isPlainMp3,
  type Mp3,
  readMp3,
} from "../../../convex/shared/audio/readMp3";
import {
  hasPlainSamples,
  readWav,
  type Wav,
  wavSeconds,
} from "../../../convex/shared/audio/readWav";
import { Work } from "../../../convex/shared/audio/work";
import { forgetTail } from "./paddedRate";
import { plainWav } from "./plainWav";

type Bytes = Uint8Array<ArrayBuffer>;

/** A separate file that holds a part of a beat. */
export interface BeatCut {
  readonly file: Bytes;
  /** Where the part ends, in seconds of the beat. */
  readonly endsAt: number;
}

/** The file of a beat that can be cut anywhere. */
export interface CuttableBeat {
  /** Length of everything in the file, of which a decoder may leave out some. */
  readonly seconds: number;
  /** The sample rate of an MP3; null for a WAV. */
  readonly mp3Rate: number | null;
  /**
   * Returns a file with this part and some sound before it, because the first sound out of a
   * decoder may be wrong.
   */
  cut(fromSeconds: number, toSeconds: number): BeatCut;
}

/**
 * How many frames a cut includes before its part. An MP3 frame may need data from many frames
 * before it: at 8 kbit/s, the 511 bytes that it can refer to are 21 frames.
 */
const FRAMES_BEFORE = 32;
/** How many frames a cut includes after its part, because decoders hold back up to two. */
const FRAMES_BEHIND = 3;

/** Returns null for anything but a plain MP3 or WAV. */
export function cuttable(bytes: Bytes): CuttableBeat | null {
  const work = new Work(bytes.length);
  const wav = readWav(bytes, work);
  if (wav !== null) return cuttableWav(wav);
  const mp3 = readMp3(bytes, work);
  return mp3 !== null && isPlainMp3(mp3) && !mp3.isJoined
    ? cuttableMp3(bytes, mp3)
    : null;
}

function cuttableWav(wav: Wav): CuttableBeat | null {
  const { format, parts, bytesPerSecond } = wav;
  const [samples, ...more] = parts;
  if (samples === undefined || more.length > 0 || !hasPlainSamples(wav))
    return null;
  const blockBytes = viewOf(format).getUint16(12, true);
  const blockAt = (seconds: number) =>
    blockBytes * Math.floor((seconds * bytesPerSecond) / blockBytes);
  return {
    seconds: wavSeconds(wav),
    mp3Rate: null,
    cut(fromSeconds, toSeconds) {
      const end = Math.min(samples.length, blockAt(toSeconds) + blockBytes);
      const part = samples.subarray(blockAt(fromSeconds), end);
      return { file: plainWav(format, part), endsAt: end / bytesPerSecond };
    },
  };
}

function cuttableMp3(bytes: Bytes, mp3: Mp3): CuttableBeat {
  const { frameSeconds, tagsEnd } = mp3;
  const [run = { from: tagsEnd, to: bytes.length, frames: 0 }] = mp3.runs;
  // Computed only when needed: most beats are short and never cut, and a take would wait for this.
  let starts: readonly number[] | null = null;
  const frameAt = (seconds: number) => Math.floor(seconds / frameSeconds);
  return {
    seconds: run.frames * frameSeconds,
    mp3Rate: mp3.sampleRate,
    cut(fromSeconds, toSeconds) {
      starts ??= frameStarts(bytes, run);
      const first = Math.max(0, frameAt(fromSeconds) - FRAMES_BEFORE);
      const behind = frameAt(toSeconds) + 1 + FRAMES_BEHIND;
      const end = Math.min(starts.length, behind);
      const file = bytes.slice(starts[first], starts[end] ?? run.to);
      if (first === 0 && end < starts.length) forgetTail(file);
      return { file, endsAt: end * frameSeconds };
    },
  };
}
