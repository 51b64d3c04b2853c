import type { Rhythm } from "../../../convex/shared/beatGrid";
import { logFailure } from "../../lib/logFailure";
import { decodeWhole, LONG_SECONDS } from "../signal/decodeWhole";
import { fetchFile } from "../signal/fetchFile";
import {
  type DecodedSound,
  type Sounding,
  type Start,
  startDecoded,
  startElement,
} from "./sounding";

/** A sound that is ready to be played. */
export interface ReadySound {
  /** Null for a sound that only an element can play. */
  readonly decoded: DecodedSound | null;
  readonly start: (start: Start) => Sounding;
}

export interface SoundFile {
  readonly url: string;
  readonly durationMs: number;
  /** Null for a file that plays once. */
  readonly rhythm: Rhythm | null;
}

/**
 * Loads a sound. Long sounds, and those that the browser cannot decode, are played by an element.
 * Rejects if the file cannot be fetched.
 */
export async function loadSound(
  context: AudioContext,
  sound: SoundFile,
  signal: AbortSignal,
): Promise<ReadySound> {
  const { url, durationMs, rhythm } = sound;
  const plain: ReadySound = {
    decoded: null,
    start: (start) => startElement(url, rhythm !== null, start),
  };
  if (durationMs > LONG_SECONDS * 1000) return plain;
  const file = await fetchFile(url, { signal });
  try {
    const decoded = await decode(context, file, rhythm);
    return { decoded, start: (start) => startDecoded(decoded, start) };
  } catch (error) {
    logFailure("decoding a sound of a room failed", error);
    return plain;
  }
}

async function decode(
  context: AudioContext,
  file: ArrayBuffer,
  rhythm: Rhythm | null,
): Promise<DecodedSound> {
  const { buffer, loop } = await decodeWhole(
    file,
    context,
    rhythm?.bpm ?? null,
  );
  if (rhythm === null) return { buffer, loop: null };
  // The stored length of the loop is used, so that all browsers repeat it alike, whatever their
  // decoders leave out.
  const lengthSeconds = rhythm.loopMs / 1000;
  const startSeconds = Math.max(
    0,
    Math.min(loop.startSeconds, buffer.duration - lengthSeconds),
  );
  return {
    buffer: atLeast(context, buffer, startSeconds + lengthSeconds),
    loop: { startSeconds, lengthSeconds },
  };
}

/** Makes a sound long enough for its loop by adding silence. */
function atLeast(
  { sampleRate }: AudioContext,
  buffer: AudioBuffer,
  seconds: number,
): AudioBuffer {
  const length = Math.ceil(seconds * sampleRate);
  if (buffer.length >= length) return buffer;
  const { numberOfChannels } = buffer;
  const longer = new AudioBuffer({ length, numberOfChannels, sampleRate });
  for (let channel = 0; channel < numberOfChannels; channel += 1)
    longer.copyToChannel(buffer.getChannelData(channel), channel);
  return longer;
}
