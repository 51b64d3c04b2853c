import { isUnplayable } from "../../audio/signal/isUnplayable";
import {
  type AudioSummary,
  summariseBeat,
} from "../../audio/signal/summariseAudio";
import type { ReadyBeat } from "./judgeFile";

/** Thrown for a file of which this browser can play nothing or only a part. */
export class UnplayableFile extends Error {}

/** Decoders leave out up to this much at the ends of an MP3, which its encoder had added. */
const PADDING_MS = 250;
/** Share of a long file that is lost at the seams of its parts. */
const SEAMS = 0.002;

type Sound = Pick<ReadyBeat, "sound" | "durationMs">;

/**
 * Computes the waveform. Returns an empty array, which is drawn as a flat line, if this browser
 * cannot decode files of this type.
 * @throws UnplayableFile
 */
export async function readPeaks(beat: Sound): Promise<number[]> {
  const summary = await summarise(beat.sound);
  if (summary === null) return [];
  if (summary.durationMs < (1 - SEAMS) * beat.durationMs - PADDING_MS)
    throw new UnplayableFile("the browser plays only a part of the file");
  return summary.peaks;
}

async function summarise(sound: Blob): Promise<AudioSummary | null> {
  try {
    return await summariseBeat(sound);
  } catch (cause) {
    if (!isUnplayable(cause, sound.type)) return null;
    throw new UnplayableFile("the browser cannot play the file", { cause });
  }
}
