import { type BeatLoop, endsOf, findLoop, wholeFile } from "./beatLoop";
import { paddedRateOf } from "./paddedRate";

/**
 * Longer sounds are never decoded at once. Decoders hold a sound twice: six minutes take 280 MB
 * with two channels, and fifteen would take 700 MB.
 */
export const LONG_SECONDS = 360;

export interface WholeSound {
  readonly buffer: AudioBuffer;
  /** The part that repeats. */
  readonly loop: BeatLoop;
}

/**
 * Decodes a file at the rate of the context, and finds the part that repeats. Without a tempo, the
 * whole file repeats. Does not detach the file. Rejects if the browser cannot decode it.
 */
export async function decodeWhole(
  file: ArrayBuffer,
  context: BaseAudioContext,
  bpm: number | null,
): Promise<WholeSound> {
  const buffer = await context.decodeAudioData(file.slice(0));
  const loop =
    bpm === null
      ? wholeFile(buffer)
      : findLoop(endsOf(buffer), {
          bpm,
          paddedRate: paddedRateOf(file, buffer.duration),
        });
  return { buffer, loop };
}
