import { beatParts } from "./beatParts";

const FALLBACK_SAMPLE_RATE = 44_100;

/**
 * Decodes the file of a beat in parts of a few minutes, one after the other; see `beatParts`.
 * Rejects if the browser cannot decode it.
 */
export async function* decodeBeat(
  file: Blob,
  sampleRate: number,
): AsyncGenerator<AudioBuffer> {
  for (const part of beatParts(new Uint8Array(await file.arrayBuffer())))
    yield await makeContext(sampleRate).decodeAudioData(part.buffer);
}

/**
 * Makes a context that decodes to this sample rate, or to another one if the browser does not
 * support it.
 */
export function makeContext(sampleRate: number): OfflineAudioContext {
  try {
    return new OfflineAudioContext(1, 1, sampleRate);
  } catch {
    return new OfflineAudioContext(1, 1, FALLBACK_SAMPLE_RATE);
  }
}
