import { viewOf } from "../../../convex/shared/audio/bytes";
import { isPlainMp3, readMp3 } from "../../../convex/shared/audio/readMp3";
import {
  isPlainWav,
  readWav,
  wavSeconds,
} from "../../../convex/shared/audio/readWav";
import { Work } from "../../../convex/shared/audio/work";
import { mendBeat } from "./mendBeat";
import { plainWav } from "./plainWav";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Length of a part. Decoders hold a file twice, at its own rate and at the requested one, so a part
 * takes at most 150 MB with two channels.
 */
const PART_SECONDS = 180;

/**
 * Cuts the file of a beat into files of at most three minutes each, because a browser decodes a
 * file all at once, and fifteen minutes would take 700 MB. Decoders lose up to a frame at the
 * seams, so the parts are good for measuring, not for playing. A file that is not a plain MP3 or
 * WAV stays whole.
 */
export function beatParts(bytes: Bytes): readonly Bytes[] {
  const work = new Work(bytes.length);
  const wav = readWav(bytes, work);
  if (wav !== null && isPlainWav(wav, work)) {
    const { format, parts, bytesPerSecond } = wav;
    const [samples] = parts;
    if (samples === undefined || wavSeconds(wav) <= PART_SECONDS)
      return [bytes];
    const blockBytes = viewOf(format).getUint16(12, true);
    const blocks = Math.floor((PART_SECONDS * bytesPerSecond) / blockBytes);
    return slices(samples, blocks * blockBytes).map((part) =>
      plainWav(format, part),
    );
  }
  const mp3 = readMp3(bytes, work);
  if (mp3 === null || !isPlainMp3(mp3) || mp3.seconds <= PART_SECONDS)
    return [bytes];
  const frames = bytes.subarray(mp3.tagsEnd);
  const partBytes = Math.ceil((frames.length * PART_SECONDS) / mp3.seconds);
  // `mendBeat` makes each part begin with its first whole frame.
  return slices(frames, partBytes).map(mendBeat);
}

function slices(bytes: Uint8Array, size: number): Bytes[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  );
}
