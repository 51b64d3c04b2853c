import type { SoundReport } from "./soundJob";
import { SoundWorker } from "./soundWorker";

/** Sound that is copied for the worker at once. */
export const PIECE_SECONDS = 5;

/** Consecutive parts of a sound, with all channels in each. The worker takes their memory. */
export type Pieces = Iterable<Piece>;
type Piece = Float32Array<ArrayBuffer>[];

/** Measures a sound in a worker, a piece at a time. */
export async function measureInWorker(
  channelCount: number,
  sampleRateHz: number,
  pieces: Pieces | AsyncIterable<Piece>,
): Promise<SoundReport> {
  const worker = new SoundWorker({ channelCount, sampleRateHz, limit: null });
  try {
    for await (const piece of pieces) await worker.add(piece);
    return await worker.end();
  } finally {
    worker.close();
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
