import { isUnplayable } from "../../audio/signal/isUnplayable";
import {
  type AudioSummary,
  summariseBeat,
} from "../../audio/signal/summariseAudio";
import type { ReadyBeat } from "./judgeFile";

/** Thrown for a file that this browser cannot play, or only a part of it. */
export class UnplayableFile extends Error {}

/** Decoders skip up to this much at the ends of an MP3, which its encoder added. */
const PADDING_MS = 250;
/** Share of a long file that is lost at the seams of its parts. */
const SEAMS = 0.002;

type Sound = Pick<ReadyBeat, "sound" | "durationMs">;

/**
 * Computes the waveform; empty, for a flat one, if this browser cannot decode such files.
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
