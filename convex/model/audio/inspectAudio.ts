import { secondsToMs } from "../../shared/audio/bytes";
import { readMp3 } from "../../shared/audio/readMp3";
import {
  hasPlainSamples,
  readWav,
  wavSeconds,
} from "../../shared/audio/readWav";
import { OutOfWork, Work } from "../../shared/audio/work";
import type { AudioFormat } from "../../shared/validators";
import type { Inspection } from "./inspection";
import { inspectMp4 } from "./inspectMp4";
import { inspectOgg } from "./inspectOgg";
import { inspectWebm } from "./inspectWebm";

export interface InspectedAudio {
  format: AudioFormat;
  /** Null if the container does not state it. */
  durationMs: number | null;
}

type Inspect = (bytes: Uint8Array, work: Work) => Inspection;

/** MP3 comes last because it has no signature at a fixed position. */
const INSPECTORS: [AudioFormat, Inspect][] = [
  ["wav", inspectWav],
  ["webm", inspectWebm],
  ["ogg", inspectOgg],
  ["mp4", inspectMp4],
  ["mp3", inspectMp3],
];

/**
 * Identifies audio by its contents, ignoring the file name and declared type.
 * Returns null for anything else, for sound of no length, and for a file that
 * would take more work to inspect than its size justifies.
 *
 * Mediabunny, which the browser uses, cannot do this, because its work has no
 * limit: eight zeros after a WebM keep it busy for ever.
 */
export function inspectAudio(
  bytes: Uint8Array,
  work = new Work(bytes.length),
): InspectedAudio | null {
  try {
    for (const [format, inspect] of INSPECTORS) {
      const found = inspect(bytes, work);
      if (found === null) continue;
      return isHeard(found.durationMs) ? { format, ...found } : null;
    }
    return null;
  } catch (error) {
    if (error instanceof OutOfWork) return null;
    throw error;
  }
}

function inspectWav(bytes: Uint8Array, work: Work): Inspection {
  const wav = readWav(bytes, work);
  if (wav === null || !hasPlainSamples(wav)) return null;
  return { durationMs: secondsToMs(wavSeconds(wav)) };
}

function inspectMp3(bytes: Uint8Array, work: Work): Inspection {
  const mp3 = readMp3(bytes, work);
  return mp3 && { durationMs: secondsToMs(mp3.seconds) };
}

const isHeard = (durationMs: number | null) =>
  durationMs === null || durationMs > 0;
