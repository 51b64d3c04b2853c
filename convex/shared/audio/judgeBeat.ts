import { MAX_BEAT_BYTES, MAX_BEAT_MS, MIN_BEAT_MS } from "../limits";
import type { ErrorCode } from "../messages";
import { secondsToMs } from "./bytes";
import { isOddMpeg, isPlainMp3, readMp3 } from "./readMp3";
import { isPlainWav, readWav, wavSeconds } from "./readWav";
import { OutOfWork, Work } from "./work";

export interface JudgedBeat {
  readonly format: "mp3" | "wav";
  readonly durationMs: number;
}

type Refusal = { readonly code: ErrorCode };

/**
 * Judges the file of a beat by its contents, ignoring its name and declared
 * type. The browser does so before it sends anything, and the server does so
 * again. A file passes only if every browser plays all of it. Before judging,
 * the browser may mend the file; see `mendBeat`.
 */
export function judgeBeat(
  bytes: Uint8Array,
  work = new Work(bytes.length),
): JudgedBeat | Refusal {
  if (bytes.length > MAX_BEAT_BYTES) return { code: "BEAT_FILE_TOO_LARGE" };
  try {
    return judgeWav(bytes, work) ?? judgeMp3(bytes, work) ?? INVALID;
  } catch (error) {
    if (error instanceof OutOfWork) return INVALID;
    throw error;
  }
}

const INVALID: Refusal = { code: "BEAT_FILE_INVALID" };

function judgeWav(bytes: Uint8Array, work: Work) {
  const wav = readWav(bytes, work);
  // A WAV can also be a shell around an MP3.
  if (wav === null || wav.encoding === MP3_IN_WAV) return null;
  if (!isPlainWav(wav, work)) return { code: "BEAT_FILE_ODD" } as const;
  return judgeLength({
    format: "wav",
    durationMs: secondsToMs(wavSeconds(wav)),
  });
}

const MP3_IN_WAV = 0x55;

function judgeMp3(bytes: Uint8Array, work: Work) {
  const mp3 = readMp3(bytes, work);
  if (mp3 === null)
    return isOddMpeg(bytes, work) ? ({ code: "BEAT_FILE_ODD" } as const) : null;
  if (!isPlainMp3(mp3)) return { code: "BEAT_FILE_ODD" } as const;
  if (mp3.isJoined) return { code: "BEAT_FILE_JOINED" } as const;
  return judgeLength({ format: "mp3", durationMs: secondsToMs(mp3.seconds) });
}

function judgeLength(beat: JudgedBeat): JudgedBeat | Refusal {
  if (beat.durationMs < MIN_BEAT_MS) return { code: "BEAT_TOO_SHORT" };
  if (beat.durationMs > MAX_BEAT_MS) return { code: "BEAT_TOO_LONG" };
  return beat;
}
