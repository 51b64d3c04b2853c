import { isUnplayable } from "../../audio/signal/isUnplayable";
import { summariseAudio } from "../../audio/signal/summariseAudio";

/** Thrown for a file that no browser can play. */
export class UnplayableFile extends Error {}

/**
 * Computes the waveform; empty, for a flat one, if this browser cannot decode such files. The server
 * decides whether the file is valid.
 * @throws UnplayableFile
 */
export async function readPeaks(file: Blob): Promise<number[]> {
  try {
    return (await summariseAudio(file)).peaks;
  } catch (cause) {
    if (!isUnplayable(cause, file.type)) return [];
    throw new UnplayableFile("the browser cannot play the file", { cause });
  }
}
