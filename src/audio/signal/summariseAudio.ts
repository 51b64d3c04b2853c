import { decodeBeat, makeContext } from "./decodeBeat";
import { computePeaks } from "./peaks";
import { joinSamples } from "./joinSamples";

export interface AudioSummary {
  readonly durationMs: number;
  readonly peaks: number[];
}

/**
 * In Hz. A waveform needs no treble, and decoding five minutes at this rate takes a sixth of the
 * memory.
 */
const SUMMARY_SAMPLE_RATE = 8_000;

/**
 * Returns the duration and the waveform of an audio file. Rejects if the browser cannot decode it.
 */
export async function summariseAudio(file: Blob): Promise<AudioSummary> {
  const context = makeContext(SUMMARY_SAMPLE_RATE);
  return summaryOf([await context.decodeAudioData(await file.arrayBuffer())]);
}

/** Like `summariseAudio`, for the file of a beat, which may be long; see `decodeBeat`. */
export async function summariseBeat(file: Blob): Promise<AudioSummary> {
  const parts: AudioBuffer[] = [];
  for await (const part of decodeBeat(file, SUMMARY_SAMPLE_RATE))
    parts.push(part);
  return summaryOf(parts);
}

function summaryOf(parts: readonly AudioBuffer[]): AudioSummary {
  const seconds = parts.reduce((sum, { duration }) => sum + duration, 0);
  const channelCount = parts[0]?.numberOfChannels ?? 0;
  const channels = Array.from({ length: channelCount }, (_, channel) =>
    joinSamples(parts.map((part) => part.getChannelData(channel))),
  );
  return {
    durationMs: Math.round(seconds * 1000),
    peaks: computePeaks(channels),
  };
}
