import { computePeaks } from "./peaks";

export interface AudioSummary {
  readonly durationMs: number;
  readonly peaks: number[];
}

/**
 * In Hz. A waveform needs no treble, and decoding five minutes at this rate takes a sixth of the
 * memory.
 */
const SUMMARY_SAMPLE_RATE = 8_000;
const FALLBACK_SAMPLE_RATE = 44_100;

/**
 * Returns the duration and the waveform of an audio file. Rejects if the browser cannot decode it.
 */
export async function summariseAudio(file: Blob): Promise<AudioSummary> {
  const buffer = await decodeForSummary(await file.arrayBuffer());
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, index) =>
    buffer.getChannelData(index),
  );
  return {
    durationMs: Math.round(buffer.duration * 1000),
    peaks: computePeaks(channels),
  };
}

function decodeForSummary(data: ArrayBuffer): Promise<AudioBuffer> {
  return makeOfflineContext().decodeAudioData(data);
}

/** Uses the low sample rate where supported. */
function makeOfflineContext(): OfflineAudioContext {
  try {
    return new OfflineAudioContext(1, 1, SUMMARY_SAMPLE_RATE);
  } catch {
    return new OfflineAudioContext(1, 1, FALLBACK_SAMPLE_RATE);
  }
}
