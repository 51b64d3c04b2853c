import type { AudioFormat } from "../../shared/validators";
import { inspectMp3 } from "./mp3";
import { inspectMp4 } from "./mp4";
import { inspectOgg } from "./ogg";
import { inspectWav } from "./wav";
import { inspectWebm } from "./webm";

export interface InspectedAudio {
  format: AudioFormat;
  /** Null where the container does not say. */
  durationMs: number | null;
}

/** Null means: not this format, or nothing in it to hear. */
export type Inspection = { durationMs: number | null } | null;

/** MP3 last: it alone has no signature at a fixed place. */
const INSPECTORS: [AudioFormat, (bytes: Uint8Array) => Inspection][] = [
  ["wav", inspectWav],
  ["webm", inspectWebm],
  ["ogg", inspectOgg],
  ["mp4", inspectMp4],
  ["mp3", inspectMp3],
];

/** Knows audio by its bytes, whatever the name and the declared type say. */
export function inspectAudio(bytes: Uint8Array): InspectedAudio | null {
  for (const [format, inspect] of INSPECTORS) {
    const found = inspect(bytes);
    if (found !== null) return { format, ...found };
  }
  return null;
}
