import type { Loudness } from "./loudness";
import { asHeard } from "./measureLoudness";
import type { SoundReport } from "./soundJob";
import { SoundWorker } from "./soundWorker";

/** Sound that is copied for the worker at once. */
export const PIECE_SECONDS = 5;

const SAMPLE_RATE_HZ = 48_000;

/** Consecutive parts of a sound, with all channels in each. The worker takes their memory. */
export type Pieces = Iterable<Float32Array<ArrayBuffer>[]>;

/** Measures a sound in a worker, a piece at a time. */
export async function measureInWorker(
  channelCount: number,
  sampleRateHz: number,
  pieces: Pieces,
): Promise<SoundReport> {
  const worker = new SoundWorker({ channelCount, sampleRateHz, limit: null });
  try {
    for (const piece of pieces) await worker.add(piece);
    return await worker.end();
  } finally {
    worker.close();
  }
}

/** Measures an audio file as two speakers play it. Rejects if the browser cannot decode it. */
export async function measureFile(file: Blob): Promise<Loudness> {
  const decoder = new OfflineAudioContext(1, 1, SAMPLE_RATE_HZ);
  const sound = await decoder.decodeAudioData(await file.arrayBuffer());
  const channelCount = Math.max(2, sound.numberOfChannels);
  const pieces = heardPieces(sound);
  const report = await measureInWorker(channelCount, sound.sampleRate, pieces);
  return report.loudness;
}

function* heardPieces(sound: AudioBuffer): Pieces {
  for (const piece of piecesOf(sound)) {
    yield asHeard(piece).map((samples) => samples.slice());
  }
}

export function* piecesOf(sound: AudioBuffer): Pieces {
  const size = Math.ceil(PIECE_SECONDS * sound.sampleRate);
  for (let from = 0; from < sound.length; from += size) {
    const length = Math.min(size, sound.length - from);
    yield Array.from({ length: sound.numberOfChannels }, (_, channel) => {
      const samples = new Float32Array(length);
      sound.copyFromChannel(samples, channel, from);
      return samples;
    });
  }
}
