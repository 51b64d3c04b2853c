import {
  type AudioSample,
  AudioSampleSink,
  BlobSource,
  Input,
  type InputAudioTrack,
  OGG,
  WEBM,
} from "mediabunny";
import { computePeaks } from "../signal/peaks";
import { BITS_PER_SECOND, extensionOf } from "../signal/recordingFormat";
import { type AudioSummary, summariseAudio } from "../signal/summariseAudio";

/** Length of a stretch of which only the loudest sample is kept. */
const STRETCH_SECONDS = 0.005;

/**
 * About two minutes. Decoding a take this short at once needs less than 100 MB, and half the time
 * on a slow phone.
 */
const SHORT_BYTES = (120 * BITS_PER_SECOND) / 8;

/**
 * Returns the duration and the waveform of a take. Decodes a long take packet by packet if the
 * browser can: decoding five minutes at once takes 230 MB for a moment, too much for a cheap phone.
 * Rejects if the browser cannot decode the take.
 */
export async function summariseTake(file: Blob): Promise<AudioSummary> {
  // WebKit records MP4, and WebKitGTK crashes when it decodes MP4 packet by packet.
  const isAtOnce = file.size <= SHORT_BYTES || extensionOf(file.type) === "mp4";
  // A browser may claim to have a decoder and then fail. Then the whole take is decoded, so that it
  // is not lost.
  const summary = isAtOnce
    ? null
    : await summarisePackets(file).catch(() => null);
  return summary ?? summariseAudio(file);
}

/** Resolves to null if the browser has no decoder for packets, or finds no sound in them. */
export async function summarisePackets(
  file: Blob,
): Promise<AudioSummary | null> {
  const source = new BlobSource(file);
  const input = new Input({ source, formats: [WEBM, OGG] });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track || !(await track.canDecode())) return null;
    return await readInTurn(track);
  } finally {
    input.dispose();
  }
}

async function readInTurn(
  track: InputAudioTrack,
): Promise<AudioSummary | null> {
  const loudest: number[] = [];
  let endsAt = 0;
  for await (const sample of new AudioSampleSink(track).samples()) {
    endsAt = Math.max(endsAt, sample.timestamp + sample.duration);
    for (const value of loudestOf(sample)) loudest.push(value);
    sample.close();
  }
  if (loudest.length === 0) return null;
  return {
    durationMs: Math.round(endsAt * 1000),
    peaks: computePeaks([Float32Array.from(loudest)]),
  };
}

/** The loudest sample of each stretch, over all channels. */
function loudestOf(sample: AudioSample): Float32Array {
  const { numberOfFrames, numberOfChannels, sampleRate } = sample;
  const stretchFrames = Math.max(1, Math.round(STRETCH_SECONDS * sampleRate));
  const loudest = new Float32Array(Math.ceil(numberOfFrames / stretchFrames));
  const samples = new Float32Array(numberOfFrames);
  for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex += 1) {
    sample.copyTo(samples, { planeIndex, format: "f32-planar" });
    for (let at = 0; at < numberOfFrames; at += 1) {
      const stretch = Math.floor(at / stretchFrames);
      const size = Math.abs(samples[at] ?? 0);
      if (size > (loudest[stretch] ?? 0)) loudest[stretch] = size;
    }
  }
  return loudest;
}
